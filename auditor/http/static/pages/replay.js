// A hand step by step: one step is seen at a time, and the address holds which. Without this file all steps are seen.
"use strict";
(() => {
  const root = document.querySelector("[data-replay]");
  if (!root) return;
  const steps = [...root.querySelectorAll("[data-step]")], words = JSON.parse(root.dataset.words);
  const said = root.querySelector("[data-said]"), where = root.querySelector("[data-at]");
  const parts = [...root.querySelectorAll("[data-first]")];
  let at = -1;

  const asked = () => {
    const found = /^#step-(\d{1,4})$/.exec(location.hash);
    return found ? +found[1] - 1 : 0;
  };
  const within = (to) => Math.max(0, Math.min(steps.length - 1, to));

  function show(to, aloud) {
    to = within(to);
    if (to === at) return;
    at = to;
    steps.forEach((each, place) => { each.hidden = place !== at; });
    where.textContent = words.at.replace("{n}", at + 1).replace("{count}", steps.length);
    for (const [name, end] of [["first", 0], ["back", 0], ["next", steps.length - 1], ["last", steps.length - 1]]) {
      root.querySelector(`[data-go="${name}"]`).setAttribute("aria-disabled", String(at === end));
    }
    const part = parts.filter((each) => +each.dataset.first <= at + 1).pop();
    for (const each of parts) {
      if (each === part) each.setAttribute("aria-current", "step"); else each.removeAttribute("aria-current");
    }
    if (aloud) {
      const own = [...steps[at].querySelectorAll("h2, .rwords p")].map((each) => each.textContent.trim());
      said.textContent = `${where.textContent}. ${own.join(" ")}`;
    }
  }
  function go(to) {
    show(to, true);
    history.replaceState(history.state, "", `#step-${at + 1}`);
  }
  const doing = { first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(steps.length - 1) };
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]"), part = event.target.closest("[data-first]");
    if (button) doing[button.dataset.go]();
    if (part && !event.metaKey && !event.ctrlKey && !event.shiftKey) { event.preventDefault(); go(+part.dataset.first - 1); }
  });
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !keys[event.key]) return;
    if (event.target.closest("input, select, textarea, [contenteditable], .table")) return;
    event.preventDefault();
    doing[keys[event.key]]();
  });
  addEventListener("hashchange", () => show(asked(), true));

  root.classList.add("one");
  root.querySelector("[data-keys]").hidden = false;
  document.querySelector("[data-hint]").hidden = false;
  show(asked(), false);
})();
