// What the player does: a form of the page, sent as a frame while the socket is open, else by POST.
// Nothing is queued while offline: a stale card must not play itself later.

import { restore } from "./regions.js";

const PATIENCE = 3000; // ms without an answer to a frame, then the same command goes by POST

export function watchCommands(connection) {
  let sent = null; // the command that has no answer yet: {form, fields, timer}

  function forget() {
    if (sent) clearTimeout(sent.timer);
    sent = null;
  }

  function refused() {
    forget();
    for (const id of ["hand", "prompt", "pool"]) restore(id);
  }

  function sendFrame(form, fields) {
    connection.send(JSON.stringify(fields));
    sent = { form, fields, timer: setTimeout(post, PATIENCE) };
  }

  function post() {
    const { form, fields } = sent;
    sent = null;
    form.dataset.post = ""; // the socket swallowed it once
    htmx
      .ajax("POST", form.action, { source: form, swap: "none", values: fields })
      .finally(() => delete form.dataset.post);
  }

  // The buttons stand outside their form, where htmx does not look for the one that was pressed.
  document.body.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });

  document.body.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.detail.elt;
    if (!form.matches("#commands form")) return;
    clearNotice();
    document.getElementById("more-menu").open = false;
    const fields = Object.fromEntries(event.detail.requestConfig.formData);
    mark(form, fields);
    if (!("frame" in form.dataset) || "post" in form.dataset || !connection.isOpen()) return;
    event.preventDefault();
    forget();
    delete fields.csrfmiddlewaretoken;
    sendFrame(form, fields);
  });

  // "Not sent" is no longer true of what comes next.
  document.body.addEventListener("htmx:wsOpen", clearNotice);

  document.body.addEventListener("htmx:sendError", () => {
    notify(document.getElementById("not-sent").content.textContent.trim());
    refused();
  });

  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr?.status >= 400) refused();
  });

  return {
    refused,
    // A page that shows the command done ends the wait for its answer.
    answered(page) {
      if (!sent) return;
      if (!STILL_ASKED[sent.fields.kind]?.(page, sent.fields)) forget();
    },
  };
}

// Whether a page still asks for what was sent, by the kind of command.
const STILL_ASKED = {
  choose: (page, { card }) =>
    page.querySelector(`#card-${card}`)?.getAttribute("aria-pressed") === "false",
  take: (page) => page.querySelector(".offer") !== null,
  pick: (page, { card }) => page.querySelector(`#pick-${card}`) !== null,
};

// Feedback before the server has answered.
function mark(form, fields) {
  if (form.id === "do-choose") {
    for (const card of document.querySelectorAll(".hand__card")) {
      card.setAttribute("aria-pressed", String(card.value === fields.card));
    }
  } else if (form.id === "do-pick") {
    document.getElementById(`pick-${fields.card}`)?.classList.add("is-sent");
  } else if (form.id === "do-take") {
    for (const offer of document.querySelectorAll(".offer")) {
      offer.classList.toggle("is-sent", offer.value === fields.row);
    }
  } else {
    for (const play of document.querySelectorAll(`.play[form="${form.id}"]`)) {
      play.classList.toggle("is-sent", play.matches(".play--none, .is-aimed"));
    }
  }
}

function notify(sentence) {
  document.getElementById("notice").textContent = sentence;
}

function clearNotice() {
  const notice = document.getElementById("notice");
  if (notice.textContent) notice.textContent = "";
}
