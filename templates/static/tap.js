// A deal by taps without a new page for each: the same forms, sent one after the other, and the page's middle put
// in place of the old one. Without this every tap is a plain form.
"use strict";

const waiting = [];
const SHOWN = ["token", "seat", "before"];
const state = document.body.dataset; // `sending` is there while a tap is under way.

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-tap]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  delete form.dataset.sent;
  const fields = [...new FormData(form)].filter(([name]) => !SHOWN.includes(name));
  const button = event.submitter;
  if (button && button.name) fields.push([button.name, button.value]);
  waiting.push([form.action, fields]);
  if (!state.sending) send();
});

// A tap that came while another was under way is about whose turn it is by then, so what the page shows is added last.
const send = async () => {
  state.sending = "1";
  while (waiting.length) {
    const [action, fields] = waiting.shift();
    const body = new URLSearchParams(fields);
    for (const name of SHOWN) body.set(name, document.querySelector(`[data-tap] [name=${name}]`).value);
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

// The new middle of the page: the key that was tapped keeps the focus, and what comes next is read out.
const show = (fresh) => {
  const held = document.activeElement;
  const [name, value] = [held?.name, held?.value];
  const noted = document.querySelector("#happened")?.contains(held);
  document.querySelector("[data-tapping]").replaceWith(fresh);
  const like = [...fresh.querySelectorAll("button, input[name=text]")].find(
    (it) => it.name === name && (name === "text" || it.value === value),
  );
  if (like) like.focus({ preventScroll: true });
  if (noted) fresh.querySelector("#says")?.scrollIntoView({ block: "nearest" });
  document.querySelector("[data-said]").textContent = fresh.querySelector("#says").textContent;
};
