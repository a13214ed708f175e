// Keyed entry: cards are tapped, nets entered, and every change is saved in the background. No tap waits for the server.
// What the server does not have yet is kept in sessionStorage, and sent again until it has it.
"use strict";
(() => {
  const root = document.getElementById("keyed");
  if (!root) return;
  const state = JSON.parse(root.dataset.state), words = JSON.parse(root.dataset.words);
  const token = document.getElementById("form-token").value;
  const find = (selector, within = root) => within.querySelector(selector);
  const all = (selector, within = root) => [...within.querySelectorAll(selector)];
  const SIZES = { front: 3, middle: 5, back: 5, dealt: 13 }, SET = ["front", "middle", "back"];
  const grid = find("[data-grid]");
  const KEPT = `keyed ${state.room} ${state.draft}`;
  const WAIT = 700, LONGEST_WAIT = 30000;
  const page = [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
  let step = 0, number = state.hand, active = 0, paying = false, rank = "";
  const hands = new Map();  // number: {content, version, dirty, page, step, theirs}

  // ------------------------------------------------------------------------- hands

  function begun(key) {
    const seats = state.seats.map(({ seat, player }) => ({ seat, player }));
    return { content: { seats }, version: 0, dirty: false, page, step: 0, theirs: undefined };
  }
  for (const [key, each] of Object.entries(state.hands)) hands.set(+key, { ...begun(+key), content: each.content, version: each.version });
  const hand = () => {
    if (!hands.has(number)) hands.set(number, begun(number));
    return hands.get(number).content;
  };
  const seats = () => hand().seats;
  const row = (seat, name) => (seat[name] || "").match(/../g) || [];
  const isSet = (seat) => SET.some((name) => seat[name]);
  const rowsOf = (seat) => (seat.missed ? [] : seat.surrendered && !isSet(seat) ? ["dealt"] : SET);
  const open = (seat) => rowsOf(seat).find((name) => row(seat, name).length < SIZES[name]);
  const placeOf = (card) => {
    for (const seat of seats()) for (const name of [...SET, "dealt"]) if (row(seat, name).includes(card)) return [seat, name];
    return null;
  };
  const owing = () => (hand().void ? [] : seats().filter((seat) => seat.net == null && !seat.missed));
  const last = () => Math.max(state.first - 1, ...[...hands].filter(([, each]) => each.version || each.dirty).map(([key]) => key));
  function put(seat, name, value) { if (value === "" || value == null || value === false) delete seat[name]; else seat[name] = value; }

  // ------------------------------------------------------------------------- what is not saved yet

  function keep() {
    const dirty = [...hands].filter(([, each]) => each.dirty).map(([key, { content, version, page, step }]) => [key, { content, version, page, step }]);
    try {
      if (dirty.length) sessionStorage.setItem(KEPT, JSON.stringify(dirty)); else sessionStorage.removeItem(KEPT);
    } catch { /* a browser that keeps nothing: what is in memory is sent all the same */ }
  }
  function takeUp() {
    let dirty = [];
    try { dirty = JSON.parse(sessionStorage.getItem(KEPT) || "[]"); } catch { /* not ours */ }
    for (const [key, each] of dirty) hands.set(key, { ...begun(key), ...each, dirty: true });
    if (dirty.length && !location.search.includes("hand=")) number = dirty[dirty.length - 1][0];
  }

  let timer = 0, sending = false, waits = 0, trouble = "", stopped = false;
  function changed() {
    const mine = hands.get(number);
    say("");
    mine.dirty = true;
    mine.refused = false;
    keep();
    if (!waits) later(WAIT);
    show();
  }
  function later(milliseconds) { clearTimeout(timer); timer = setTimeout(send, milliseconds); }
  const waiting = () => [...hands].find(([, each]) => each.dirty && !each.refused && each.theirs === undefined);
  const conflict = () => [...hands].find(([, each]) => each.theirs !== undefined);

  async function send() {
    if (sending || stopped) return;
    const next = waiting();
    if (!next) { showSaved(); return; }
    const [key, mine] = next;
    sending = true;
    mine.step = Math.max(mine.step, step) + 1;
    if (mine.page === page) step = mine.step;
    keep();
    const sent = JSON.stringify(mine.content);
    let answer = null, body = null;
    try {
      answer = await fetch(`${state.address}/hands/${key}`, {
        method: "PUT", redirect: "manual", keepalive: true,
        headers: { "Content-Type": "application/json", "X-Form-Token": token, Accept: "application/json" },
        body: JSON.stringify({ seen: mine.version, page: mine.page, step: mine.step, content: mine.content }),
      });
      if ([200, 409, 422].includes(answer.status)) body = await answer.json();
    } catch { answer = null; }
    sending = false;
    taken(key, mine, sent, answer, body);
    showSaved();
  }

  function taken(key, mine, sent, answer, body) {
    if (![...hands.values()].some((each) => each.refused)) trouble = "";
    if (answer === null || answer.status >= 500 || answer.status === 429) {
      waits = Math.min(waits ? waits * 2 : 1000, LONGEST_WAIT);
      later(waits);
      return;
    }
    waits = 0;
    if (answer.status === 200) {
      mine.version = body.version;
      mine.page = page;
      mine.dirty = JSON.stringify(mine.content) !== sent;
      keep();
      if (body.complete && !mine.dirty) showDue(key);
      later(mine.dirty ? WAIT : 0);
    } else if (answer.status === 409 && body) {
      mine.theirs = body.theirs || null;
      mine.words = body.error;
      showConflict();
      later(0);
    } else if (answer.status === 422 && body) {
      mine.refused = true;
      trouble = `${words.refused}, ${words.hand} ${key}: ${body.error || body.detail || ""}`;
      later(0);
    } else {
      stopped = true;
      trouble = answer.status === 404 ? words.gone : words.signIn;
    }
  }
  const retry = () => { waits = 0; later(0); };
  addEventListener("online", retry);
  addEventListener("pagehide", () => { if (!sending) send(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && !waits) send(); });
  let signsOut = false;  // with the answer the browser forgets what is kept here, and nothing is taken any more
  document.addEventListener("submit", (event) => { signsOut = /\/sign-out\b/.test(event.target.getAttribute("action") || ""); });
  addEventListener("beforeunload", (event) => {  // what is on its way arrives; what cannot be sent now is asked about
    const late = signsOut || waits || trouble || navigator.onLine === false;
    if ([...hands.values()].some((each) => each.dirty) && late) event.preventDefault();
  });

  async function showDue(key) {
    try {
      const answer = await fetch(`${state.address}/hands/${key}/due`, { redirect: "manual", headers: { Accept: "text/html" } });
      if (answer.status !== 200) return;
      const text = await answer.text();
      if (hands.get(key).dirty) return;  // it was changed meanwhile
      find("[data-due]").innerHTML = text;  // of this service, which escapes what it quotes
    } catch { /* shown with the next visit of the hand */ }
  }

  // ------------------------------------------------------------------------- taps

  function tap(card) {
    const seat = seats()[active];
    if (!seat || placeOf(card)) return;
    const name = open(seat);
    if (!name) return;
    put(seat, name, (seat[name] || "") + card);
    if (!open(seat)) advance();
    changed();
    if (paying) focusNet();
  }
  function takeBack(seat, name, at) {
    const cards = row(seat, name);
    cards.splice(at, 1);
    put(seat, name, cards.join(""));
    active = seats().indexOf(seat);
    paying = false;
    changed();
  }
  function advance() {
    const count = seats().length;
    for (let ahead = 1; ahead <= count; ahead++) {
      const at = (active + ahead) % count;
      if (open(seats()[at])) { active = at; return; }
    }
    const first = owing()[0];
    if (first) { active = seats().indexOf(first); paying = true; }
  }
  function flag(seat, name) {
    const on = !seat[name];
    put(seat, name, on);
    if (name === "surrendered" && !on && seat.dealt && !isSet(seat)) {
      const cards = row(seat, "dealt");
      for (const each of SET) put(seat, each, cards.splice(0, SIZES[each]).join(""));
      delete seat.dealt;
    }
    if (name === "missed" && on) for (const each of [...SET, "net"]) delete seat[each];
    active = seats().indexOf(seat);
    if (!paying && !open(seat)) advance();
    changed();
  }
  const natural = (seat, name) => { put(seat, "declared", seat.declared === name ? null : name); changed(); };

  function minor(text) {
    const found = /^([+-]?)(\d{1,10})?(?:\.(\d*))?$/.exec(text.trim().replace("−", "-"));
    if (!found || !(found[2] || found[3]) || (found[3] || "").length > state.places) return null;
    const value = Number((found[2] || "0") + (found[3] || "").padEnd(state.places, "0"));
    return Number.isSafeInteger(value) && value <= 1e12 ? (found[1] === "-" ? -value : value) + 0 : null;
  }
  function major(value) {
    if (value == null) return "";
    const digits = String(Math.abs(value)).padStart(state.places + 1, "0"), cut = digits.length - state.places;
    return (value < 0 ? "-" : "") + digits.slice(0, cut) + (state.places ? `.${digits.slice(cut)}` : "");
  }
  function enter(input, seat, name) {
    const text = input.value.trim(), value = text ? minor(text) : null;
    const wrong = Boolean(text) && (value === null || (name === "stack" && value < 0));
    input.setAttribute("aria-invalid", String(wrong));
    input.title = wrong ? words.amount : "";
    if (wrong) return false;
    if ((seat[name] ?? null) !== value) { put(seat, name, value); changed(); }
    return true;
  }
  function nextNet() {
    const input = netOf(active);
    if (input && !enter(input, seats()[active], "net")) { input.focus(); return; }
    const left = owing();
    if (left.length) {
      const after = left.find((seat) => seats().indexOf(seat) > active) || left[0];
      active = seats().indexOf(after);
      paying = true;
      show();
      focusNet();
      return;
    }
    const unset = seats().findIndex((seat) => open(seat));
    if (unset >= 0 && !hand().void) { active = unset; paying = false; show(); return; }
    later(0);
    if (number === last()) go(number + 1); else show();
  }
  function press(key) {
    if (key === "cards") { paying = false; const unset = seats().findIndex((seat) => open(seat)); if (unset >= 0) active = unset; show(); return; }
    if (key === "next") { nextNet(); return; }
    const input = netOf(active);
    if (!input) return;
    if (document.activeElement !== input) input.focus();
    if (!input.dataset.typing && key !== "back" && key !== "±") input.value = "";
    if (key === "back") input.value = input.value.slice(0, -1);
    else if (key === "±") input.value = input.value.startsWith("-") ? input.value.slice(1) : `-${input.value}`;
    else if (input.value.length < 14) input.value += key;
    input.dataset.typing = "yes";
  }
  const netOf = (at) => all("[data-net]")[at];
  const focusNet = () => { const input = netOf(active); if (input) { input.focus(); input.select(); } };

  // ------------------------------------------------------------------------- hands, one after another

  function go(to) {
    if (to < 0) return;
    if (to > number && number >= last() && !hands.get(number).version && isEmpty(hand())) {
      say(words.nothingKeyed.replace("{hand}", number));
      focusCell();
      return;
    }
    say("");
    const typing = document.activeElement, typed = Boolean(typing && typing.matches("[data-net], [data-stack]"));
    if (typed) typing.blur();
    number = to;
    const first = seats().findIndex((seat) => open(seat));
    active = Math.max(first, 0);
    paying = first < 0 && !hand().void && owing().length > 0;
    if (paying) active = seats().indexOf(owing()[0]);
    history.replaceState(null, "", `${state.address}?hand=${number}`);
    const mine = hands.get(number);
    const shown = find("[data-due] [data-due]");
    if (mine.version && !mine.dirty && !owing().length && (!shown || +shown.dataset.due !== number)) showDue(number);
    show();
    if (typed) focusCell();
  }
  function say(text) {
    const place = find("[data-lacking]");
    place.hidden = !text;
    place.textContent = text;
  }

  // ------------------------------------------------------------------------- what is seen

  const make = (tag, text, names = {}) => Object.assign(document.createElement(tag), { textContent: text }, names);
  const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const label = (card) => (find(`[data-card="${CSS.escape(card)}"]`)?.getAttribute("aria-label")) || card;
  // The cell that the next card goes into can have the focus: with it, typed cards are taken one after another.
  function slot(seat, name, at, card, next) {
    const made = make("button", "", { type: "button", className: `kslot${/[hd]$/.test(card) ? " red" : ""}` });
    made.dataset.focus = next ? "next" : `slot ${seat.seat} ${name} ${at}`;
    if (card) {
      const sign = make("span", card[0] === "T" ? "10" : card[0]);
      sign.append(make("span", SIGNS[card[1]] || card[1], { className: "suit-sign" }));
      made.append(sign);
      made.setAttribute("aria-label", `${words[name]}: ${label(card)}`);
      made.addEventListener("click", () => takeBack(seat, name, at));
    } else {
      made.disabled = !next;
      made.classList.add("empty");
      made.classList.toggle("next", next);
      made.setAttribute("aria-label", `${words[name]}: ${words.nothing}`);
    }
    return made;
  }
  function seatView(seat, at) {
    const made = find("template[data-seat]").content.firstElementChild.cloneNode(true);
    const name = find('[data-do="seat"]', made), here = at === active;
    name.replaceChildren(make("span", seat.seat, { className: "seat-number" }), ` ${seat.player}`);
    name.setAttribute("aria-pressed", String(here));
    name.dataset.focus = `seat ${seat.seat}`;
    made.classList.toggle("used", isUsed(seat));
    made.setAttribute("aria-label", `${words.seat} ${seat.seat}`);
    made.classList.toggle("here", here);
    name.addEventListener("click", () => { active = at; if (open(seat)) paying = false; show(); });
    for (const each of all("[data-flag]", made)) {
      const which = each.dataset.flag;
      const choice = find("[data-naturals]", made);
      each.dataset.focus = `flag ${seat.seat} ${which}`;
      each.setAttribute("aria-pressed", String(Boolean(seat[which])));
      if (which === "declared" && choice) choice.hidden = !seat.declared && choosing !== seat.seat;
      each.addEventListener("click", () => {
        if (which !== "declared") { flag(seat, which); return; }
        if (seat.declared) { choosing = 0; natural(seat, seat.declared); return; }
        choosing = choosing === seat.seat ? 0 : seat.seat;
        if (choosing && state.naturals.length === 1) natural(seat, state.naturals[0]); else show();
      });
    }
    for (const each of all("[data-natural]", made)) {
      each.setAttribute("aria-pressed", String(seat.declared === each.dataset.natural));
      each.dataset.focus = `natural ${seat.seat} ${each.dataset.natural}`;
      each.addEventListener("click", () => natural(seat, each.dataset.natural));
    }
    const rows = find("[data-rows]", made);
    for (const each of rowsOf(seat)) {
      const line = make("div", "", { className: `krow ${each}` }), cards = row(seat, each);
      const most = Math.max(SIZES[each], cards.length), fills = here && !paying && open(seat) === each;
      for (let place = 0; place < most; place++) line.append(slot(seat, each, place, cards[place] || "", fills && place === cards.length));
      rows.append(line);
    }
    if (seat.dealt && isSet(seat)) rows.append(make("p", `${words.dealt}: ${row(seat, "dealt").join(" ")}`, { className: "faint" }));
    for (const which of ["net", "stack"]) {
      const input = find(`[data-${which}]`, made);
      if (!input) continue;
      input.value = major(seat[which]);
      input.dataset.focus = `${which} ${seat.seat}`;
      input.disabled = which === "net" && Boolean(seat.missed);
      input.addEventListener("focus", () => {
        if (which !== "net" || (active === at && paying)) return;
        active = at; paying = true; showPad(); mark();
      });
      input.addEventListener("change", () => enter(input, seat, which));
      input.addEventListener("blur", () => { if (input.dataset.typing) enter(input, seat, which); });
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        if (which === "net") { active = at; nextNet(); } else enter(input, seat, which);
      });
    }
    return made;
  }
  let choosing = 0;
  const isUsed = (seat) => isSet(seat) || Boolean(seat.dealt || seat.surrendered || seat.fouled || seat.missed || seat.declared) || seat.net != null || seat.stack != null;
  const isEmpty = (content) => !content.void && !(content.irregularities || []).length && !content.seats.some(isUsed);

  // What is drawn anew loses the focus: it goes back to the same control, or to the cell that the next card goes into.
  const named = (key) => document.querySelector(`[data-focus="${CSS.escape(key)}"]`);
  function focusCell() {
    if (paying) focusNet(); else (named("next") || grid.querySelector('[tabindex="0"]')).focus({ preventScroll: true });
  }
  function settle(key) {
    if (!key || (document.activeElement && document.activeElement !== document.body)) return;
    const same = named(key);
    if (same && !same.disabled && same.getClientRects().length) same.focus({ preventScroll: true }); else focusCell();
  }

  function mark() { all(".kseat").forEach((each, at) => { each.classList.toggle("here", at === active); find('[data-do="seat"]', each).setAttribute("aria-pressed", String(at === active)); }); }

  function show() {
    const key = document.activeElement?.dataset?.focus;
    const inNet = document.activeElement?.matches?.("[data-net]") ? document.activeElement.value : null;
    const mine = hand(), typed = paying && netOf(active)?.dataset.typing ? netOf(active).value : null;
    find("[data-title]").textContent = `${words.hand} ${number}`;
    find("[data-seats]").replaceChildren(...seats().map(seatView));
    const used = new Set(seats().flatMap((seat) => [...SET, "dealt"].flatMap((name) => row(seat, name))));
    for (const each of all("[data-card]")) {
      each.classList.toggle("used", used.has(each.dataset.card));
      each.setAttribute("aria-disabled", String(used.has(each.dataset.card)));
    }
    for (const each of ["dealer", "banker"]) {
      const select = find(`[data-of="${each}"]`);
      if (!select) continue;
      select.replaceChildren(select.options[0], ...seats().map((seat) => new Option(seat.seat, seat.seat)));
      select.value = mine[each] ?? "";
    }
    find('[data-of="at"]').value = mine.at || "";
    find('[data-of="void"]').setAttribute("aria-pressed", String(Boolean(mine.void)));
    showPlayers();
    showIrregularities();
    showPad();
    if (paying && (inNet !== null || typed !== null)) focusNet();
    showSum();
    showConflict();
    showHands();
    showSaved();
    const seat = seats()[active], name = seat && open(seat);
    settle(key);
    find("[data-at]").textContent = seat ? `${words.seat} ${seat.seat}${paying ? `, ${words.net}` : name ? `, ${words[name]}` : ""}` : "";
  }
  function showPad() {
    find("[data-grid]").hidden = paying;
    find("[data-pad]").hidden = !paying;
    const left = owing(), lastOne = left.length === 0 || (left.length === 1 && left[0] === seats()[active]);
    find('[data-key="next"]').textContent = lastOne && number >= last() ? words.nextHand : words.next;
  }
  function showSum() {
    const nets = seats().map((seat) => seat.net).filter((each) => each != null);
    const sum = nets.reduce((a, b) => a + b, 0);
    const whole = find("[data-sum]");
    whole.textContent = nets.length && !owing().length && sum ? `${words.sum}: ${sum > 0 ? "+" : ""}${major(sum)}` : "";
    whole.classList.toggle("late", Boolean(whole.textContent));
  }
  function showPlayers() {
    const made = state.seats.map(({ seat, player }) => {
      const at = seats().findIndex((each) => each.seat === seat);
      const button = make("button", `${seat} ${at < 0 ? player : seats()[at].player}`, { type: "button", className: "toggle" });
      button.dataset.focus = `player ${seat}`;
      button.setAttribute("aria-pressed", String(at >= 0));
      button.addEventListener("click", () => {
        if (at < 0) seats().push({ seat, player }); else if (seats().length > 1) seats().splice(at, 1); else return;
        seats().sort((a, b) => a.seat - b.seat);
        active = Math.max(seats().findIndex((each) => open(each)), 0);
        changed();
      });
      return button;
    });
    find("[data-players]").replaceChildren(...made);
  }
  const FIELDS = ["kind", "when", "seat", "ruling", "cards", "units", "by", "note"];
  const NUMBERS = ["seat", "cards", "units"];
  const irregularField = (name) => find(`[name="irregular_${name}_new"]`);
  function addIrregularity() {
    const made = {};
    for (const name of FIELDS) {
      const field = irregularField(name), text = field.value.trim();
      const wrong = NUMBERS.includes(name) && text !== "" && !/^\d{1,6}$/.test(text);
      field.setAttribute("aria-invalid", String(wrong));
      if (wrong) { field.focus(); return; }
      if (text) made[name] = NUMBERS.includes(name) ? Number(text) : text;
    }
    if (!made.kind) { irregularField("kind").focus(); return; }
    hand().irregularities = [...(hand().irregularities || []), made];
    for (const name of FIELDS) irregularField(name).value = "";
    toggle("irregular", false);
    find('[data-do="irregular"]').focus();
    changed();
  }
  function showIrregularities() {
    const list = (hand().irregularities || []).map((each, at) => {
      const line = make("li", [each.kind, each.when, each.seat && `${words.seat} ${each.seat}`, each.ruling, each.note].filter(Boolean).join(", ").replaceAll("_", " "));
      const button = make("button", words.remove, { type: "button", className: "plain" });
      button.dataset.focus = `irregularity ${at}`;
      button.addEventListener("click", () => {
        hand().irregularities.splice(at, 1);
        if (!hand().irregularities.length) delete hand().irregularities;
        changed();
      });
      line.append(" ", button);
      return line;
    });
    find("[data-irregularities]").replaceChildren(...list);
  }
  function toggle(name, on) {
    const part = document.getElementById(`keyed-${name}`);
    part.hidden = on === undefined ? !part.hidden : !on;
    find(`[data-do="${name}"]`).setAttribute("aria-expanded", String(!part.hidden));
  }
  function summary(content) {
    const list = make("ul", "");
    for (const seat of content.seats) {
      const rows = [...SET, "dealt"].filter((name) => seat[name]).map((name) => row(seat, name).join(" "));
      const marks = ["surrendered", "fouled", "missed"].filter((name) => seat[name]).map((name) => words[name]);
      const net = seat.net == null ? [] : [`${words.net} ${major(seat.net)}`];
      list.append(make("li", `${seat.seat} ${seat.player}: ${[...rows, seat.declared, ...marks, ...net].filter(Boolean).join(" | ") || words.nothing}`));
    }
    if (content.void) list.append(make("li", words.void));
    return list;
  }
  function showConflict() {
    const panel = find("[data-conflict]"), [, mine] = conflict() || [];
    panel.hidden = !mine;
    if (!mine) return;
    find("[data-conflict-words]", panel).textContent = mine.words || "";
    const sides = [[words.theirs, mine.theirs?.content], [words.yours, mine.content]].map(([title, content]) => {
      const side = make("div", "");
      side.append(make("h2", title), content ? summary(content) : make("p", words.nothing));
      return side;
    });
    find("[data-both]", panel).replaceChildren(...sides);
  }
  function resolve(takeTheirs) {
    const [key, mine] = conflict() || [];
    if (!mine) return;
    const theirs = mine.theirs;
    if (takeTheirs && !theirs) hands.set(key, begun(key));
    else Object.assign(mine, {
      content: takeTheirs ? theirs.content : mine.content, version: theirs ? theirs.version : 0, dirty: !takeTheirs, theirs: undefined, page,
    });
    keep();
    later(0);
    show();
    focusCell();
  }
  function showHands() {
    const list = document.querySelector("[data-hands]");
    const there = [...hands].filter(([key, each]) => each.version || each.dirty || key === number).sort(([a], [b]) => a - b);
    const links = there.map(([key, each]) => {
      const made = make("a", key, { href: `${state.address}?hand=${key}` });
      made.dataset.focus = `hand ${key}`;
      if (key === number) made.setAttribute("aria-current", "page");
      made.className = each.content.void || each.content.seats.every((seat) => seat.net != null || seat.missed) ? "" : "open";
      made.addEventListener("click", (event) => { event.preventDefault(); go(key); });
      return made;
    });
    list.replaceChildren(...links.flatMap((each) => [each, " "]));
    const link = document.querySelector("[data-switch]");
    link.href = `${state.address}?hand=${number}&plain=yes`;
  }
  function showSaved() {
    const dirty = [...hands.values()].some((each) => each.dirty), place = find("[data-save]");
    const text = !dirty ? words.saved : trouble || conflict() ? words.look : waits || navigator.onLine === false ? words.offline : words.unsaved;
    const kind = !dirty ? "saved" : text === words.unsaved ? "unsaved" : "offline";
    if (place.textContent !== text) place.textContent = text;
    place.dataset.save = kind;
    const panel = find("[data-trouble]");
    panel.hidden = !trouble;
    panel.textContent = trouble;
  }

  // ------------------------------------------------------------------------- events

  grid.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]");
    if (!card) return;
    roam(card);
    tap(card.dataset.card);
  });
  function roam(to) { for (const each of all("[data-card]", grid)) each.tabIndex = each === to ? 0 : -1; }
  grid.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }, cards = all("[data-card]", grid);
    const at = cards.indexOf(event.target.closest("[data-card]")), to = cards[at + moves[event.key]];
    if (at < 0 || !to) return;
    event.preventDefault();
    roam(to);
    to.focus();
  });
  // Typed cards (rank, then suit) count while the focus is in this part of the page or nowhere, and in no field.
  function type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const key = event.key.toUpperCase(), suit = "CDHS".includes(key) ? key.toLowerCase() : "";
    if (event.key === "Backspace") {
      const seat = seats()[active], name = [...rowsOf(seat)].reverse().find((each) => row(seat, each).length);
      if (name) takeBack(seat, name, row(seat, name).length - 1);
      focusCell();
      event.preventDefault();
    } else if (key.length === 1 && "23456789TJQKA".includes(key)) rank = key;
    else if (key === "1") rank = "T";
    else if (suit && rank) { event.preventDefault(); tap(rank + suit); rank = ""; }  // the field of the net may get the focus now
  }
  root.addEventListener("keydown", type);
  document.addEventListener("keydown", (event) => { if (event.target === document.body) type(event); });
  find("[data-pad]").addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key.dataset.key);
  });
  find("[data-pad]").addEventListener("pointerdown", (event) => { if (event.target.closest("[data-key]")) event.preventDefault(); });  // the field keeps the focus
  const doing = {
    before: () => go(number - 1), after: () => go(number + 1), more: () => toggle("more"), irregular: () => toggle("irregular"),
    add: addIrregularity, theirs: () => resolve(true), mine: () => resolve(false),
  };
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button && doing[button.dataset.do]) doing[button.dataset.do]();
  });
  for (const each of all("select[data-of], input[data-of]")) each.addEventListener("change", () => {
    put(hand(), each.dataset.of, each.type === "time" ? each.value : each.value ? Number(each.value) : null);
    changed();
  });
  find('[data-of="void"]').addEventListener("click", () => { put(hand(), "void", !hand().void); changed(); });

  document.getElementById("plain").hidden = true;
  root.hidden = false;
  takeUp();
  hand();
  go(number);
  focusCell();
  if (waiting()) later(0);
})();
