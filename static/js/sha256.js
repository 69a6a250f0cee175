// @ts-check
// SHA-256 (FIPS 180-4) for pages without crypto.subtle, which browsers offer over HTTPS only.

/** @type {number[]} */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) {
  if (PRIMES.every((prime) => number % prime !== 0)) PRIMES.push(number);
}

// The first 32 bits of the fraction of a number.
const fraction = (/** @type {number} */ number) => ((number - Math.floor(number)) * 2 ** 32) | 0;
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} bits */
const turn = (word, bits) => (word >>> bits) | (word << (32 - bits));

// Returns 32 bytes.
/** @param {Uint8Array} bytes */
export function sha256(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  const state = [...START];
  for (let at = 0; at < size; at += 64) compress(state, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

/** @param {number[]} state @param {DataView} view @param {number} at */
function compress(state, view, at) {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(at + index * 4));
  for (let index = 16; index < 64; index += 1) {
    const far = words[index - 15];
    const near = words[index - 2];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words.push((words[index - 16] + small + words[index - 7] + large) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let index = 0; index < 64; index += 1) {
    const sum = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + CONSTANTS[index] + words[index]) | 0;
    const other = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (other + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] + word) | 0;
  });
}
