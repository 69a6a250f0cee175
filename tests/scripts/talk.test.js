import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage } from "./page.js";

const document = openPage("");
const storage = new Map();
const tab = {
  getItem: (name) => storage.get(name) ?? null,
  setItem: (name, value) => storage.set(name, String(value)),
  removeItem: (name) => storage.delete(name),
};
Object.defineProperties(window, { sessionStorage: { value: tab }, localStorage: { value: tab } });
const { parse } = await import("../../static/js/frames.js");
const { watchTalk } = await import("../../static/js/talk.js");

const said = (number, author, words = "Hello", more = "") =>
  `<li id="said-${number}" class="said" data-number="${number}" data-author="${author}" ${more}>
    <i class="reaction"></i><b class="said__words">${words}</b></li>`;
const news = (number, messages, more = "") =>
  parse(`<i id="talk-news" data-number="${number}" ${more}></i>${messages}`);
const connection = { isOpen: true };
let take;

beforeEach(() => {
  storage.clear();
  connection.isOpen = true;
  document.body.innerHTML = `
    <div id="table"><div class="player" data-seat="0"></div></div>
    <section id="talk" data-code="abc" data-number="2" data-reader="9">
      <b id="talk-title"></b><ul id="talk-hidden"><li data-author="5" hidden><b>0</b></li></ul>
      <div id="talk-log"><ol id="talk-list">${said(1, 3)}${said(2, 9)}</ol></div>
      <p id="talk-off" hidden></p>
      <div id="talk-form"><form><input name="text"><button></button></form></div>
      <button id="talk-hide"></button><button id="talk-close"></button></section>
    <button id="talk-open"></button><b id="talk-count"></b><dialog id="talk-options"></dialog>
    ${["talk-show", "talk-hide-words"]
      .map((id) => `<template id="${id}">${id}</template>`)
      .join("")}`;
  document.getElementById("talk-options").close = () => {};
  take = watchTalk(document.getElementById("table"), connection);
});

const shown = () => [...document.querySelectorAll("#talk-list .said")].map(({ id }) => id);
const hidden = () => document.querySelector("#talk-hidden li");
const answer = (elt, xhr) =>
  elt.dispatchEvent(new CustomEvent("htmx:afterRequest", { bubbles: true, detail: { elt, xhr } }));
const textOf = (id) => document.getElementById(id).textContent;

test("what is said comes to the end of the list, and what was changed takes its old place", () => {
  take(news(4, said(3, 3) + said(1, 3, "deleted")));
  assert.deepEqual(shown(), ["said-1", "said-2", "said-3"]);
  assert.match(document.getElementById("said-1").textContent, /deleted/);
});

test("an older message that the page does not show stays away, unless all are sent anew", () => {
  take(news(3, said(0, 3)));
  assert.deepEqual(shown(), ["said-1", "said-2"]);
  take(news(3, said(0, 3) + said(3, 3), `data-whole="1"`));
  assert.deepEqual(shown(), ["said-0", "said-3"]);
});

test("what somebody says who is hidden is counted, and counted once", () => {
  take(news(3, said(3, 5)));
  assert.deepEqual(shown(), ["said-1", "said-2"]);
  assert.equal(hidden().querySelector("b").textContent, "1");
  assert.equal(hidden().hidden, false);
  take(news(3, said(3, 5, "deleted")));
  assert.equal(hidden().querySelector("b").textContent, "1");
  take(news(4, said(3, 5) + said(4, 5), `data-whole="1"`));
  assert.equal(hidden().querySelector("b").textContent, "2");
  take(news(4, said(1, 3), `data-whole="1"`));
  assert.equal(hidden().hidden, true);
});

test("the button counts what others have said and this reader has not seen", () => {
  document.getElementById("talk-hide").click();
  document.getElementById("talk-hide").click();
  assert.equal(textOf("talk-count"), "");
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  take(news(4, said(3, 3) + said(4, 9)));
  assert.equal(textOf("talk-count"), "1");
  delete document.hidden;
  document.dispatchEvent(new window.Event("visibilitychange"));
  assert.equal(textOf("talk-count"), "");
});

test("where the talk is turned off the panel says so, until it is turned on", () => {
  take(news(3, "", `data-off="1"`));
  assert.equal(document.getElementById("talk").className, "is-off");
  take(news(4, "", `data-off="0"`));
  assert.equal(document.getElementById("talk").className, "");
});

test("a text that is not answered or refused stays where it is typed", () => {
  const form = document.querySelector("#talk-form form");
  form.elements.text.value = "Well played";
  answer(form, { status: 0 });
  answer(form, { status: 422, responseText: "" });
  assert.equal(form.elements.text.value, "Well played");
  answer(form, { status: 204, responseText: "" });
  assert.equal(form.elements.text.value, "");
});

test("where no socket is open the answer is asked for, and taken", () => {
  const form = document.querySelector("#talk-form form");
  const asked = () => {
    const formData = new FormData();
    form.dispatchEvent(new CustomEvent("htmx:configRequest", { bubbles: true, detail: { formData } }));
    return formData.get("reply");
  };
  assert.equal(asked(), null);
  connection.isOpen = false;
  assert.equal(asked(), "1");
  answer(form, { status: 200, responseText: `<i id="talk-news" data-number="3"></i>${said(3, 9)}` });
  assert.deepEqual(shown(), ["said-1", "said-2", "said-3"]);
});
