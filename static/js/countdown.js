// The time left for a choice. The moment comes from the server, the words from the page.

const SHORT = 6; // seconds

let timer = 0;

export function countDown() {
  clearInterval(timer);
  const clock = document.querySelector(".countdown");
  if (!clock) return;
  const tick = () => {
    const left = Math.max(0, Math.ceil(Number(clock.dataset.deadline) - Date.now() / 1000));
    clock.textContent = clock.dataset.text.replace("{seconds}", left);
    clock.classList.toggle("is-short", left < SHORT);
  };
  timer = setInterval(tick, 250);
  tick();
}
