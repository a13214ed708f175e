// What pages do beyond HTML and htmx. Everything works without this file.
"use strict";

// Arrow keys follow the links to the one before and the one after, unless somebody writes.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [contenteditable], .table")) return;
  const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (link) link.click();
});

// The code of an invitation stands after the # of its link, which no server is sent.
for (const field of document.querySelectorAll("input[data-from-link]")) field.value ||= location.hash.slice(1);

// A form is sent once, however often its button is pressed; one that gives a file to be saved stays where it is.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || event.defaultPrevented || form.dataset.stays) return;
  if (form.dataset.sent) { event.preventDefault(); return; }
  form.dataset.sent = "yes";
  form.setAttribute("aria-busy", "true");
});
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) { delete form.dataset.sent; form.removeAttribute("aria-busy"); }
});
