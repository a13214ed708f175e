// The editor of controls: form and text in step while somebody types, line numbers, and problems that lead to their line.
// Without this file the button "Update the form from the text" does the same.
"use strict";

const form = document.querySelector("form.editor");
const area = form.elements.toml;
const gutter = document.createElement("pre");
gutter.className = "gutter";
gutter.setAttribute("aria-hidden", "true");
area.before(gutter);
area.closest(".numbered").classList.add("with-lines");
let timer, asking, fromText = false, unsaved = false;

function number() {
  const wrong = new Set([...document.querySelectorAll("#problems [data-line]")].map((each) => Number(each.dataset.line)));
  const lines = area.value.split("\n").length;
  gutter.replaceChildren();
  for (let line = 1; line <= lines; line += 1) {
    const each = document.createElement("span");
    each.textContent = `${line}\n`;
    if (wrong.has(line)) each.className = "wrong-line";
    gutter.append(each);
  }
  gutter.scrollTop = area.scrollTop;
}

function show(line) {
  const before = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const end = area.value.indexOf("\n", before);
  area.focus();
  area.setSelectionRange(before, end < 0 ? area.value.length : end);
  area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(area).lineHeight));
}

// What is being typed in stays as it is; what stands around it is shown anew.
function take(page) {
  document.querySelector("#problems").replaceWith(page.querySelector("#problems"));
  const text = page.querySelector("#toml").value;
  if (!fromText && area.value !== text) area.value = text;
  const fields = document.querySelector("#fields"), made = page.querySelector("#fields");
  if (made.querySelector(".field") || !fields.querySelector(".field")) {
    form.elements.shown.value = page.querySelector("[name=shown]").value;
    const same = (one, other) => [...one.querySelectorAll(".field")].map((each) => each.id).join() === [...other.querySelectorAll(".field")].map((each) => each.id).join();
    if (same(fields, made)) {
      for (const each of made.querySelectorAll(".field")) exchange(document.getElementById(each.id), each);
    } else {
      const open = [...fields.querySelectorAll("details[open]")].map((each) => each.id);
      for (const each of made.querySelectorAll("details")) if (open.includes(each.id)) each.open = true;
      fields.replaceWith(made);
    }
  }
  number();
}

function exchange(old, made) {
  if (!old.contains(document.activeElement)) { old.replaceWith(made); return; }
  const [input, wanted] = [old, made].map((each) => each.querySelector("input, select, textarea"));
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (wanted.hasAttribute(name)) input.setAttribute(name, wanted.getAttribute(name)); else input.removeAttribute(name);
  }
  old.querySelector(".wrong").replaceWith(made.querySelector(".wrong"));
}

async function check() {
  asking = new AbortController();
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: asking.signal });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (page.querySelector("#problems")) take(page);
  } catch (error) {
    if (error.name === "AbortError") return;
    const said = document.createElement("p");
    said.className = "wrong";
    said.textContent = form.dataset.unchecked;
    document.querySelector("#problems").replaceChildren(said);
  }
}

form.addEventListener("input", (event) => {
  if (event.target.name !== "toml" && !event.target.name.startsWith("f:")) return;
  fromText = event.target === area;
  unsaved = true;
  if (fromText) number();
  if (asking) asking.abort();
  clearTimeout(timer);
  timer = setTimeout(check, 500);
});
form.addEventListener("submit", () => { unsaved = false; });
window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-line]");
  if (link) { event.preventDefault(); show(Number(link.dataset.line)); }
});
number();
