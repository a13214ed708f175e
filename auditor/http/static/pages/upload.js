// Sends each file by itself, with its own progress and its own answer. Without this file, the form sends all at once.
"use strict";

{
  const form = document.getElementById("upload");
  const answers = document.getElementById("answers");
  const words = form.dataset;
  const waiting = [];
  const STATED = ["currency", "table", "opened_at", "ruleset"]; // what hand histories do not say
  let busy = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const trying = form.elements.only_try.checked;
    for (const file of form.elements.file.files) waiting.push({ file, trying, row: rowOf(file) });
    form.elements.file.value = "";
    next();
  });

  form.addEventListener("input", (event) => { if (STATED.includes(event.target.name)) mark(event.target.name, ""); });

  // What is under way would be lost; what is on record stays.
  window.addEventListener("beforeunload", (event) => { if (busy) event.preventDefault(); });

  function rowOf(file) {
    const row = document.createElement("div");
    row.className = "answer sending";
    const head = document.createElement("h2");
    const name = document.createElement("span");
    name.className = "filename";
    name.textContent = file.name;
    const bar = document.createElement("progress");
    bar.max = 1; bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    const said = document.createElement("p");
    said.textContent = words.waiting;
    head.append(name);
    row.append(head, bar, said);
    answers.append(row);
    return row;
  }

  function next() {
    if (busy || waiting.length === 0) return;
    busy = true;
    send(waiting.shift());
  }

  function done() { busy = false; next(); }

  function send(job) {
    const [bar, said] = [job.row.querySelector("progress"), job.row.querySelector("p")];
    if (job.file.size > Number(words.largest) * 1024 * 1024) { wrong(job, words.large, false); return done(); }
    const body = new FormData();
    body.append("form_token", form.elements.form_token.value);
    if (job.trying) body.append("only_try", "1");
    for (const name of STATED) body.append(name, form.elements[name].value);
    body.append("file", job.file);
    const asked = new XMLHttpRequest();
    asked.open("POST", form.action);
    asked.setRequestHeader("X-One-File", "yes");
    asked.setRequestHeader("X-Form-Token", form.elements.form_token.value);
    said.textContent = words.sending;
    asked.upload.addEventListener("progress", (event) => {
      if (!event.lengthComputable) return;
      bar.value = event.loaded / event.total;
      if (event.loaded === event.total) { bar.removeAttribute("value"); said.textContent = words.reading; }
    });
    asked.addEventListener("load", () => {
      const page = new DOMParser().parseFromString(asked.responseText, "text/html");
      const answer = page.querySelector("[data-answer]");
      const later = Number(asked.getResponseHeader("Retry-After"));
      if (answer && later && later <= 60) {
        said.textContent = words.later;
        setTimeout(() => send(job), later * 1000);
      } else if (answer) {
        const made = document.importNode(answer, true);
        job.row.replaceWith(made);
        job.row = made;
        if (window.htmx) window.htmx.process(made); // its audit is shown in its place
        ask(job);
        done();
      } else if (asked.status === 403 && !job.renewed) {
        job.renewed = true;
        renew(() => send(job), () => { wrong(job, words.out, true); done(); });
      } else {
        const signedOut = new URL(asked.responseURL).pathname !== new URL(form.action).pathname;
        const why = page.querySelector("main .lead");
        wrong(job, signedOut ? words.out : why ? why.textContent : `${asked.status} ${asked.statusText}`, true);
        done();
      }
    });
    for (const kind of ["error", "abort", "timeout"]) asked.addEventListener(kind, () => { wrong(job, words.lost, true); done(); });
    asked.send(body);
  }

  // After signing in again the page's forms have another token.
  function renew(then, otherwise) {
    fetch(form.action).then((got) => got.text()).then((text) => {
      const found = new DOMParser().parseFromString(text, "text/html").querySelector("#upload [name=form_token]");
      if (!found) return otherwise();
      form.elements.form_token.value = found.value;
      then();
    }).catch(otherwise);
  }

  function wrong(job, text, again) {
    const row = rowOf(job.file);
    row.className = "answer not-taken";
    row.querySelector("progress").remove();
    row.querySelector("p").textContent = text;
    job.row.replaceWith(row);
    job.row = row;
    if (again) sendAgain(job);
  }

  // What a history does not say is asked for beside the fields; it is sent again as they are then.
  function ask(job) {
    const asked = job.row.querySelectorAll("tr[data-asks]");
    for (const name of asked.length ? STATED : []) {
      const row = job.row.querySelector(`tr[data-asks="${name}"]`);
      if (row) mark(name, row.cells[4].textContent);
    }
    if (!asked.length) return;
    document.getElementById("of-histories").open = true;
    const said = document.createElement("p");
    said.textContent = words.stated;
    job.row.append(said);
    sendAgain(job);
  }

  // Say what is wrong with a field; nothing: it is not known to be wrong any more.
  function mark(name, text) {
    const said = document.getElementById(`${name}-wrong`);
    said.textContent = text;
    said.hidden = text === "";
    if (text) form.elements[name].setAttribute("aria-invalid", "true");
    else form.elements[name].removeAttribute("aria-invalid");
  }

  function sendAgain(job) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.again;
    button.addEventListener("click", () => {
      const fresh = rowOf(job.file);
      job.row.replaceWith(fresh);
      waiting.push({ file: job.file, trying: job.trying, row: fresh });
      next();
    });
    job.row.append(button);
  }
}
