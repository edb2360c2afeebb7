// A deal by taps without a new page for each: the same forms, sent one after the other, and the page's middle put
// in place of the old one. Without this every tap is a plain form.
"use strict";

const waiting = [];
const state = document.body.dataset; // `sending` is there while a tap is under way.

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-tap]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  delete form.dataset.sent;
  const fields = [...new FormData(form)].filter(([name]) => name !== "seat" && name !== "token");
  const button = event.submitter;
  if (button && button.name) fields.push([button.name, button.value]);
  waiting.push({ action: form.action, fields, seat: form.elements.seat.value, form });
  if (!state.sending) send();
});

// Taps that came while another was under way are about whose turn it is by then.
const send = async () => {
  state.sending = "1";
  for (let first = true; waiting.length; first = false) {
    const { action, fields, seat } = waiting.shift();
    const now = document.querySelector("form[data-tap] input[name=seat]");
    const body = new URLSearchParams(fields);
    body.set("token", document.body.dataset.token);
    body.set("seat", first || fields.some(([, value]) => value === "back") ? seat : now.value);
    try {
      const answer = await fetch(action, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("[data-tapping]");
      if (!fresh) {
        document.querySelector("#main").replaceChildren(...page.querySelector("#main").childNodes);
        waiting.length = 0;
        break;
      }
      show(fresh);
    } catch {
      waiting.length = 0;
      window.location.reload();
    }
  }
  delete state.sending;
};

const show = (fresh) => {
  const held = document.activeElement;
  const [name, value] = [held?.name, held?.value];
  const open = document.querySelector("#happened")?.contains(held) ? false : null;
  document.querySelector("[data-tapping]").replaceWith(fresh);
  const like = [...fresh.querySelectorAll("button, input[name=text]")].find(
    (it) => it.name === name && (name === "text" || it.value === value),
  );
  if (like) like.focus({ preventScroll: true });
  if (open === false) fresh.querySelector("#says")?.scrollIntoView({ block: "nearest" });
  document.querySelector("[data-said]").textContent = fresh.querySelector("#says").textContent;
};
