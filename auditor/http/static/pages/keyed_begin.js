// A session that is begun to be keyed: the game follows from the ruleset that is chosen. Without this file it is chosen too.
"use strict";
(() => {
  const ruleset = document.getElementById("ruleset"), game = document.getElementById("game");
  if (!ruleset || !game) return;
  ruleset.addEventListener("change", () => {
    const of = ruleset.selectedOptions[0]?.dataset.game;
    if (of) game.value = of;
  });
})();
