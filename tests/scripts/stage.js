// The Reveal as steps of a reveal see it, on a small table: where things lie, without any motion.

const face = (name) => `<svg class="card"><use href="/cards.svg#${name}"></use></svg>`;
const place = (number) => `<span class="place">${number ? face(`c${number}`) : ""}</span>`;
const row = (index, cards, heads) => `
  <li class="row" data-row="${index}"><span class="row__number"><i>Row</i> ${index + 1}</span>
    ${cards.map(place).join("")}<span class="sixth"><b>${heads}</b></span></li>`;

export const TABLE = `
  <div id="table"><ul class="board">
    ${row(0, [12, 15, 0, 0, 0], 3)}${row(1, [30, 31, 32, 33, 34], 7)}</ul>
    <div class="player" data-seat="2"><span class="player__name">Bo</span>
      <span class="player__specials"><b>3</b></span><span class="player__place"></span>
      <b class="player__round">+4</b><b class="player__total">24</b></div></div>`;

export class Stage {
  table = document.getElementById("table");
  factor = 0;
  said = [];
  flying = new Set();
  joins = null;
  strip = null;
  row = (index) => this.table.querySelector(`.row[data-row="${index}"]`);
  playerAt = (seat) => this.table.querySelector(`.player[data-seat="${seat}"]`);
  placeOf = (seat) => this.playerAt(seat).querySelector(".player__place");
  homeOf = this.placeOf;
  openStrip = () => {};
  pileAt = () => document.createElement("b");
  lift = async () => {};
  pause = async () => {};
  move = async () => {};
  say = (words) => this.said.push(words);
  animate = () => {};
  liftPile = async () => {};
  carry = async (from) => from.firstElementChild.remove();
  lay = (seat, card) => {
    this.placeOf(seat).innerHTML = face(`c${card}`);
  };
  leap = async (card, to) => to.append(card);
  fly = async (from, to, card) => {
    from.replaceChildren();
    to.innerHTML = face(`c${card}`);
  };
  specialFace = (kind) => {
    const box = document.createElement("div");
    box.innerHTML = face(kind);
    return box.firstElementChild;
  };
}

/** The numbers that lie in a row, from its first place on. */
export const numbers = (line) =>
  [...line.querySelectorAll(".place use[href*='#c']")].map((use) =>
    Number(/\d+$/.exec(use.getAttribute("href"))[0]),
  );
