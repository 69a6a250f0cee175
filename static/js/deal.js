// @ts-check
// The verifiable deal of RECORD.md: every card follows from the secret and the players' texts.

import { sha256 } from "./sha256.js";

export const KINDS = ["fifth_row", "seven_takes", "insert", "replace", "shift", "stop", "minus_is_plus"];

// Those of the game against the ox, of which there are two each.
export const OX_KINDS = ["seven_takes", "stop", "replace", "insert", "shift", "first", "last", "sort"];

/** @typedef {(bytes: Bytes) => Bytes | Promise<Bytes>} Hash */
/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

// The SHA-256 of some bytes, by Web Crypto where the page may use it; both give the same.
/** @param {Bytes} bytes @returns {Promise<Bytes>} */
export async function digest(bytes) {
  if (!globalThis.crypto?.subtle) return sha256(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const bytesOf = (/** @type {string} */ hex) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Bytes[]} parts */
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

// HMAC-SHA256 (RFC 2104); the secret has 32 bytes, less than a block.
/** @param {Bytes} secret @param {string} text @param {Hash} hash */
async function hmac(secret, text, hash = digest) {
  /** @param {number} value */
  const pad = (value) => Uint8Array.from({ length: 64 }, (_, at) => (secret[at] ?? 0) ^ value);
  const inner = await hash(joined(pad(0x36), new TextEncoder().encode(text)));
  return hash(joined(pad(0x5c), inner));
}

// Shuffles lists as the site did: `shuffled(round, purpose, items)`.
export class Dealer {
  /** @param {Bytes} secret @param {string[]} texts @param {Hash} hash */
  constructor(secret, texts, hash = digest) {
    this.secret = secret;
    this.texts = texts;
    this.hash = hash;
  }

  /**
   * @template T
   * @param {number} round
   * @param {string} purpose
   * @param {T[]} items
   */
  async shuffled(round, purpose, items) {
    const text = ["sixieme", "1", round, purpose, ...this.texts].join("|");
    const key = await hmac(this.secret, text, this.hash);
    const list = [...items];
    const words = wordsOf(key, this.hash);
    for (let last = list.length - 1; last > 0; last -= 1) {
      const chosen = await below(last + 1, words);
      [list[last], list[chosen]] = [list[chosen], list[last]];
    }
    return list;
  }
}

/** @param {Bytes} key @param {Hash} hash @returns {AsyncGenerator<number, never>} */
async function* wordsOf(key, hash) {
  for (let block = 0; ; block += 1) {
    const number = new DataView(new ArrayBuffer(8));
    number.setUint32(4, block);
    const bytes = await hash(joined(key, new Uint8Array(number.buffer)));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 32; at += 4) yield view.getUint32(at);
  }
}

// A word that would favour some numbers is left out.
/** @param {number} bound @param {AsyncGenerator<number, never>} words */
async function below(bound, words) {
  const fair = bound * Math.floor(2 ** 32 / bound);
  for (;;) {
    const { value } = await words.next();
    if (value < fair) return value % bound;
  }
}
