// @ts-check
// The socket of the page. A socket that is silent is abandoned, and its later messages are ignored;
// new ones are opened until one works.

import { hasSlept } from "./clock.js";
import { inOrder } from "./frames.js";

const GONE = 4404; // close code: the viewer may not look any more
const TOO_MANY = 4429; // close code: too many tabs of one member, some of which may be closed
const PING = "ping";

const HANDSHAKE = 8000; // ms in which a socket must open
const IDLE = 15_000; // ms of silence after which the page asks whether the server is there
const SILENCE = 3000; // ms in which the server must answer that
const GRACE = 1200; // ms of absence that nobody needs to hear of

// Events: "open", and "lost" when an open socket is abandoned.
export class Connection extends EventTarget {
  // version: the one with which the page was loaded. handle: called with the text of each frame.
  /** @param {string} path @param {string} version @param {(text: string) => void} handle */
  constructor(path, version, handle) {
    super();
    this.path = path;
    this.version = version;
    this.receive = inOrder(handle, () => this.lose());
    this.sign = document.getElementById("reconnecting");
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isOpen = false;
    this.hasEverOpened = false;
    this.wasBrieflyAway = false; // until it opened; nobody was told
    this.tries = 0;
    addEventListener("offline", () => this.lose());
    addEventListener("online", () => this.check());
    document.addEventListener("visibilitychange", () => this.check());
    this.connect();
  }

  // A socket that is being closed would lose it with a warning; its end is told in a moment.
  /** @param {string} text */
  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  // Not open yet, or lost a moment ago, such as while the server is restarted: the reader has not been told.
  get isBrieflyAway() {
    return !this.isOpen && this.sign.hidden;
  }

  // The reader has been told, and none was ever open.
  get isRefused() {
    return !this.hasEverOpened && !this.sign.hidden;
  }

  // Find out whether the connection is alive.
  check() {
    const isConnecting = this.socket && !this.isOpen;
    if (isConnecting || document.hidden) return; // a hidden page checks when it is visible again
    if (!this.isOpen || hasSlept()) {
      this.connect();
    } else {
      this.send(PING);
      this.next(SILENCE, () => this.lose());
    }
  }

  // Abandon the socket and say so.
  lose() {
    this.sign.hidden = false;
    this.retry();
  }

  connect() {
    this.abandon();
    const socket = new WebSocket(this.address());
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => {
      this.next(IDLE, () => this.check());
      this.receive(data);
    };
    socket.onclose = ({ code }) => {
      if (code === TOO_MANY) this.tries = 5; // as slowly as if nobody answered
      if (code === GONE) location.reload();
      else this.retry();
    };
    this.socket = socket;
    this.next(HANDSHAKE, () => this.lose());
  }

  address() {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    // Later the page asks for the whole view: a frame may have been lost on its way.
    if (!this.hasEverOpened) url.searchParams.set("version", this.version);
    url.searchParams.set("deflate", "raw");
    return url;
  }

  opened() {
    this.wasBrieflyAway = this.isBrieflyAway;
    this.isOpen = this.hasEverOpened = true;
    this.tries = 0;
    clearTimeout(this.grace);
    this.grace = 0;
    this.sign.hidden = true;
    this.next(IDLE, () => this.check());
    this.dispatchEvent(new Event("open"));
  }

  retry() {
    this.abandon();
    this.miss();
    // Soon again, and never long after the server is back; not all browsers at the same moment.
    const delay = Math.min(400 * 2 ** this.tries, 3000) * (0.6 + Math.random() * 0.4);
    this.tries += 1;
    this.next(delay, () => this.connect());
  }

  abandon() {
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
    if (!this.isOpen) return;
    this.isOpen = false;
    this.miss();
    this.dispatchEvent(new Event("lost"));
  }

  miss() {
    this.grace ||= setTimeout(() => {
      this.sign.hidden = false;
    }, GRACE);
  }

  // There is one timer: the last call counts.
  /** @param {number} ms @param {() => void} act */
  next(ms, act) {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, ms);
  }
}
