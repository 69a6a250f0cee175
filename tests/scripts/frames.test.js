import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { openPage } from "./page.js";

openPage("");
const { inOrder, parse } = await import("../../static/js/frames.js");

const deflated = (text) => new Uint8Array(deflateRawSync(text)).buffer;

test("a short frame does not overtake a long one that is still inflated", async () => {
  const heard = [];
  await new Promise((resolve) => {
    const receive = inOrder((text) => heard.push(text) === 3 && resolve(), assert.fail);
    receive(deflated("first".repeat(10_000)));
    receive("second");
    receive(deflated("third"));
  });
  assert.deepEqual(heard.map((text) => text.slice(0, 5)), ["first", "secon", "third"]);
});

test("a frame that fails on the page does not keep the next one from it", async (context) => {
  context.mock.method(globalThis, "reportError", () => {});
  const heard = [];
  await new Promise((resolve) => {
    const receive = inOrder((text) => {
      if (text === "bad") throw new Error(text);
      heard.push(text);
      resolve();
    }, assert.fail);
    receive("bad");
    receive("good");
  });
  assert.deepEqual(heard, ["good"]);
  assert.equal(globalThis.reportError.mock.callCount(), 1);
});

test("a frame that cannot be read is told, and not shown", async () => {
  const handle = mock.fn();
  await new Promise((resolve) => inOrder(handle, resolve)(new Uint8Array([255, 255, 255]).buffer));
  assert.equal(handle.mock.callCount(), 0);
});

test("the text of a frame becomes elements, of which no script runs", () => {
  const page = parse(`<i id="version" data-version="8"></i><script>throw 1</script>`);
  assert.equal(page.getElementById("version").dataset.version, "8");
});
