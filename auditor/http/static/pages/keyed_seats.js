// The fields of a seat come with the seat before it: on a telephone ten of them are a long way. Without this file all are seen.
"use strict";
for (const whole of document.querySelectorAll("[data-as-needed]")) {
  const seats = [...whole.querySelectorAll("[data-seat-fields]")];
  const isUsed = (seat) => [...seat.querySelectorAll("input, select")].some((each) => (each.type === "checkbox" ? each.checked : each.value !== ""));
  const isWrong = (seat) => seat.querySelector("[aria-invalid=true]") !== null;
  const look = () => {
    const last = seats.reduce((found, seat, at) => (isUsed(seat) || isWrong(seat) ? at : found), -1);
    seats.forEach((seat, at) => seat.classList.toggle("later", at > last + 1));
  };
  whole.addEventListener("input", look);
  whole.addEventListener("change", look);
  whole.querySelector("[data-every-seat]").addEventListener("click", () => {
    const first = seats.find((seat) => seat.classList.contains("later"));
    whole.removeAttribute("data-as-needed");
    first?.querySelector("input")?.focus();
  });
  look();
}
