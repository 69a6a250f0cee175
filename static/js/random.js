// @ts-check
// Bytes as hexadecimal digits, and so many of chance.

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} count */
export const randomHex = (count) => hexOf(crypto.getRandomValues(new Uint8Array(count)));
