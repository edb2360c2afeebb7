// Words that somebody types stay in this browser until the desk has saved them. A form that the desk does not
// take stays as it is, with the files that were chosen; the reason is written beside its button.
"use strict";

{
  const mine = document.querySelectorAll("form[data-draft]");
  const texts = (form) =>
    [...form.elements].filter((it) => it.name && it.matches("textarea, input:not([type])"));
  const changed = (field) => field.value.trim() !== field.defaultValue.trim();
  const key = (form, field) =>
    ["fairdeal-draft", document.body.dataset.person, new URL(form.action).pathname, form.dataset.draft, field.name].join("|");

  // A browser may forbid keeping anything: then leaving the page still asks.
  const stored = (name) => {
    try {
      return JSON.parse(window.localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  const store = (name, draft) => {
    try {
      if (draft) window.localStorage.setItem(name, JSON.stringify(draft));
      else window.localStorage.removeItem(name);
      return true;
    } catch {
      return false;
    }
  };

  const line = (form, role) => {
    const made = form.querySelector("[data-answer]") || document.createElement("p");
    made.dataset.answer = "";
    made.setAttribute("role", role);
    const button = [...form.querySelectorAll("button:not([formaction], [type=button])")].at(-1);
    if (button) (button.closest("p") ?? button).after(made);
    else form.append(made);
    return made;
  };
  const say = (form, text, wrong = false) => {
    const said = line(form, wrong ? "alert" : "status");
    said.className = wrong ? "wrong" : "small soft";
    said.textContent = text;
  };

  const offerBack = (form, found) => {
    const note = document.createElement("div");
    note.className = "notice";
    note.setAttribute("role", "status");
    const words = document.createElement("p");
    const at = new Date(Math.max(...found.map(({ draft }) => draft.at)));
    const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    words.textContent = inWords("Here is what you typed until %(TIME)s. It is not saved yet.", { TIME: time }) + " ";
    const drop = document.createElement("button");
    drop.type = "button";
    drop.textContent = inWords("Discard it");
    drop.addEventListener("click", () => {
      for (const { field, name } of found) {
        field.value = field.defaultValue;
        store(name, null);
      }
      note.remove();
    });
    words.append(drop);
    note.append(words);
    for (const { field, draft } of found) {
      if (draft.base.trim() !== field.defaultValue.trim()) {
        const other = document.createElement("p");
        other.textContent = inWords("Since then somebody saved something else here:") + ` “${field.defaultValue.trim()}”`;
        note.append(other);
      }
    }
    form.prepend(note);
  };

  for (const form of mine) {
    const found = [];
    for (const field of texts(form)) {
      const name = key(form, field);
      const draft = stored(name);
      if (draft && draft.text.trim() === field.defaultValue.trim()) store(name, null);
      else if (draft) {
        field.value = draft.text;
        found.push({ field, draft, name });
      }
    }
    if (found.length) {
      offerBack(form, found);
      for (let it = form.closest("details"); it; it = it.parentElement.closest("details")) it.open = true;
    }
    form.addEventListener("input", (event) => {
      const field = event.target;
      if (!texts(form).includes(field)) return;
      const draft = { text: field.value, base: field.defaultValue, at: Date.now() };
      const done = store(key(form, field), changed(field) ? draft : null);
      if (done && changed(field)) say(form, inWords("Your words stay in this browser until you save them."));
    });
  }

  let leaving = false;
  window.addEventListener("beforeunload", (event) => {
    if (!leaving && [...mine].some((form) => texts(form).some(changed))) event.preventDefault();
  });
  window.addEventListener("pageshow", () => {
    leaving = false;
  });

  const told = async (answer) => {
    const { text, meanwhile } = await answer.json();
    const done = meanwhile.map(([who, what]) => ` ${who}: ${what}.`).join("");
    return text + done + (answer.status === 409 ? " " + inWords("Open the page again: your words stay.") : "");
  };

  const send = async (form, button) => {
    say(form, form.matches("[data-upload]") ? inWords("Sending…") : inWords("Saving…"));
    const answer = await fetch(form.action, {
      method: "POST",
      body: new FormData(form, button),
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return say(form, await told(answer), true);
    for (const field of texts(form)) store(key(form, field), null);
    const { to } = await answer.json();
    leaving = true;
    const next = new URL(to, window.location.href);
    const here = next.pathname + next.search === window.location.pathname + window.location.search;
    window.location.assign(next);
    if (here && next.hash) window.location.reload();
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("form[data-draft], form[data-upload]")) return;
    if (event.submitter?.hasAttribute("formaction")) return void (leaving = true);
    event.preventDefault();
    try {
      await send(form, event.submitter);
    } catch {
      say(form, inWords("The desk does not answer. Nothing of yours is lost: look whether it is open, then try again."), true);
    } finally {
      delete form.dataset.sent;
    }
  });
}
