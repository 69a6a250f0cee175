// @ts-check
// The frames of a socket: as text, or deflated.

// A function that takes frames as they come and calls `handle` with their text in the same order.
// `lose` is called for a frame that cannot be read: the page then misses something and must reconnect.
/** @param {(text: string) => void} handle @param {() => void} lose */
export function inOrder(handle, lose) {
  let last = Promise.resolve();
  return (/** @type {Data} */ data) => {
    last = last.then(() => textOf(data)).then(handle, lose).catch(reportError);
  };
}

/** @typedef {string | ArrayBuffer} Data */
/** @param {Data} data */
async function textOf(data) {
  if (typeof data === "string") return data;
  const inflated = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(inflated).text();
}

/** @param {string} text */
export function parse(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content;
}
