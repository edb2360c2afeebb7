// What makes the pages quicker. Without it everything still works: every act is a plain form.
"use strict";

// A text in the language of the page; a name in capitals stands for what is given under it.
const known = JSON.parse(document.querySelector("#texts")?.textContent || "{}");
const inWords = (text, given = {}) =>
  (known[text] || text).replace(/%\((\w+)\)s/g, (whole, name) => (name in given ? given[name] : whole));

// On a phone the steps of a case are wider than the screen: show the one that is open.
const step = document.querySelector(".trail [aria-current]");
if (step) step.closest("ol").scrollLeft = step.offsetLeft - (innerWidth - step.offsetWidth) / 2;

// Keys: whatever carries data-key is pressed by that key, unless somebody is typing.
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (typing) {
    if (event.key === "Escape") typing.blur();
    return;
  }
  for (const it of document.querySelectorAll("[data-key]")) {
    if (it.dataset.key === event.key) {
      event.preventDefault();
      it.click();
      // What is typed next belongs in here, and must not be taken for keys.
      const text = it.matches("summary") && it.closest("details[open]")?.querySelector("textarea");
      if (text) text.focus();
      return;
    }
  }
  const free = document.querySelector("[data-free]");
  if (free && event.key === "e") {
    event.preventDefault();
    free.focus();
  }
});

// A form is sent once, however often the key is pressed.
document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "1";
});
window.addEventListener("pageshow", () => {
  for (const form of document.forms) delete form.dataset.sent;
});

// What the grammar makes of an entry while it is typed.
const free = document.querySelector("[data-kind] [data-free]");
if (free) {
  const said = document.querySelector("[data-understood]");
  const kind = free.closest("[data-kind]").dataset.kind;
  let last = 0;
  free.addEventListener("input", async () => {
    const mine = ++last;
    const query = new URLSearchParams({ kind, text: free.value });
    const answer = await fetch("/parse.json?" + query);
    if (answer.ok && mine === last) said.textContent = (await answer.json()).words;
  });
}

// Photos that are being read: look again when the number changes.
const progress = document.querySelector("[data-progress]");
if (progress) {
  const before = progress.querySelector("[data-left]").textContent;
  const ask = async () => {
    const answer = await fetch(progress.dataset.progress).catch(() => null);
    if (answer && answer.ok) {
      const { left } = await answer.json();
      if (!before.startsWith(left + " ")) return window.location.reload();
    }
    window.setTimeout(ask, 800);
  };
  window.setTimeout(ask, 800);
}

// An audit at work: how far it is and how long it takes; the page anew when it has ended.
const audit = document.querySelector("[data-audit]");
if (audit) {
  const bar = audit.querySelector("progress");
  const said = audit.querySelector("[data-words]");
  const left = audit.querySelector("[data-time]");
  const ask = async () => {
    const answer = await fetch(audit.dataset.audit).catch(() => null);
    if (answer && answer.ok) {
      const now = await answer.json();
      if (!now.working) return window.location.reload();
      said.textContent = now.words + ".";
      left.textContent = now.left ? inWords("Time left: %(TIME)s.", { TIME: now.left }) : "";
      if (now.of) {
        bar.max = now.of;
        bar.value = now.done;
      }
    }
    window.setTimeout(ask, 1000);
  };
  window.setTimeout(ask, 500);
}

// The board of an event: the page anew when anything on it is another, unless somebody is typing.
const board = document.querySelector("[data-event]");
if (board) {
  const working = "working" in board.dataset;
  const ask = async () => {
    const answer = await fetch(board.dataset.event).catch(() => null);
    const busy = document.activeElement && document.activeElement.matches("input, textarea, select");
    if (answer && answer.ok && !busy) {
      const now = await answer.json();
      if (now.mark !== board.dataset.mark || now.working !== working) return window.location.reload();
    }
    window.setTimeout(ask, 2000);
  };
  window.setTimeout(ask, 2000);
}

// Files dropped on the form are chosen as if by hand; what is chosen is listed.
for (const area of document.querySelectorAll("[data-drop]")) {
  const input = area.querySelector("input[type=file]");
  const list = area.querySelector("[data-chosen]");
  const show = () => {
    const names = [...input.files].map((file) => file.name);
    const shown = names.slice(0, 20);
    if (names.length > 20) shown.push(inWords("and %(N)s more", { N: names.length - 20 }));
    list.replaceChildren(
      ...shown.map((name) => {
        const line = document.createElement("li");
        line.textContent = name;
        return line;
      }),
    );
  };
  input.addEventListener("change", show);
  for (const name of ["dragover", "dragleave", "drop"]) {
    area.addEventListener(name, (event) => {
      event.preventDefault();
      area.classList.toggle("over", name === "dragover");
      if (name === "drop") {
        input.files = event.dataTransfer.files;
        show();
        input.dispatchEvent(new Event("change", { bubbles: true }));
      }
    });
  }
}

// What a form still lacks, in words beside its button.
for (const said of document.querySelectorAll("[data-missing]")) {
  const form = said.closest("form");
  const say = () => {
    const [name, files] = ["who", "files"].map((each) => form.elements[each]?.validity.valid === false);
    said.textContent = name && files ? inWords("Still missing: your name and a photo or a log.")
      : name ? inWords("Still missing: your name.") : files ? inWords("Still missing: a photo or a log.") : "";
  };
  form.addEventListener("input", say);
  form.addEventListener("change", say);
  form.addEventListener("invalid", say, true);
  say();
}

// A phone that is let in: look again when it has begun, sent a photo, or ended.
const phone = document.querySelector("[data-phone]");
if (phone) {
  const ask = async () => {
    const answer = await fetch(phone.dataset.phone).catch(() => null);
    const state = answer && answer.ok ? (await answer.json()).state : phone.dataset.state;
    if (state !== phone.dataset.state) return window.location.reload();
    window.setTimeout(ask, 1500);
  };
  window.setTimeout(ask, 1500);
}
