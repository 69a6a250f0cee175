// The socket of the page, as htmx's ws extension keeps it: is it open, and when to look again.

const GONE = 4404; // the table is not to be seen any more
const SLEPT = 30_000; // ms in the background after which a silent socket is not trusted
const GRACE = 1200; // ms of absence that nobody needs to hear of

// Soon again, and never long after the server is back; not all browsers at the same moment.
htmx.config.wsReconnectDelay = (tries) => Math.min(400 * 2 ** tries, 3000) * (0.6 + Math.random() * 0.4);

export function watchConnection(table) {
  const sign = document.getElementById("reconnecting");
  let socket = null; // the open one
  let wrapper = null;
  let timer = 0;
  let hiddenAt = 0;

  table.addEventListener("htmx:wsOpen", (event) => {
    socket = event.detail.event.target;
    wrapper = event.detail.socketWrapper;
    clearTimeout(timer);
    sign.hidden = true;
  });

  table.addEventListener("htmx:wsClose", (event) => {
    const closed = event.detail.event;
    if (closed.code === GONE) location.reload();
    if (socket && closed.target !== socket) return; // one that was replaced
    socket = null;
    clearTimeout(timer);
    timer = setTimeout(() => (sign.hidden = false), GRACE);
  });

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      hiddenAt = Date.now();
    } else if (Date.now() - hiddenAt > SLEPT) {
      wrapper?.reconnect();
    }
  });
  addEventListener("online", () => wrapper?.reconnect());

  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    send: (frame) => socket.send(frame),
  };
}
