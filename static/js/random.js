// @ts-check
// So many bytes of chance, as hexadecimal digits.
/** @param {number} count */
export function randomHex(count) {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
