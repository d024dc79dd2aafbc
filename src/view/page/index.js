"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const games = JSON.parse(find("games").textContent);
  const keys = ["title", "system", "players", "began", "ended", "result", "turns"];
  const classes = { players: "long", began: "day", ended: "day", result: "long", turns: "n" };
  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  for (const game of games) game.names = fold(game.players ?? "");
  for (const game of games) game.text = fold(keys.concat("file").map((key) => game[key] ?? "").join("\n"));
  const body = find("rows");
  const page = 200;
  let [key, direction, limit, matches] = ["", 1, page, games];
  const cell = (row, text, name) => {
    const element = document.createElement("td");
    element.textContent = text ?? "";
    if (name) element.className = name;
    row.append(element);
  };
  const draw = () => {
    const rows = document.createDocumentFragment();
    for (const game of matches.slice(0, limit)) {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      const link = document.createElement("a");
      link.href = game.link;
      link.textContent = game.title;
      head.append(link);
      row.append(head);
      for (const name of keys.slice(1)) cell(row, game[name], classes[name]);
      rows.append(row);
    }
    body.replaceChildren(rows);
    find("more").hidden = matches.length <= limit;
    const shown = Math.min(limit, matches.length);
    find("count").textContent =
      (matches.length === games.length ? "" : `${matches.length} of `) + `${games.length} game${games.length === 1 ? "" : "s"}` +
      (shown < matches.length ? `, the first ${shown} of them shown` : "");
  };
  const search = () => {
    const words = fold(find("search").value).split(/\s+/).filter(Boolean);
    const [system, outcome, player] = [find("system").value, find("outcome").value, fold(find("player").value.trim())];
    const [from, to] = [find("from").value.trim(), find("to").value.trim()];
    matches = games.filter(
      (game) =>
        (!system || game.system === system) &&
        (!outcome || game.outcome === outcome) &&
        (!player || game.names.includes(player)) &&
        (!from || (game.ended || game.began || "") >= from) &&
        (!to || ((game.began || game.ended) && (game.began || game.ended) <= to + "\uffff")) &&
        words.every((word) => game.text.includes(word))
    );
    if (key) {
      const rank = (value) => (value === undefined || value === null || value === "" ? 1 : 0);
      const order = new Intl.Collator("en", { numeric: true });
      matches = [...matches].sort((a, b) => {
        const empty = rank(a[key]) - rank(b[key]);
        if (empty) return empty;
        return direction * (key === "turns" ? a[key] - b[key] : order.compare(a[key], b[key]));
      });
    }
    limit = page;
    draw();
  };
  const form = document.querySelector("form");
  form.addEventListener("input", search);
  // The fields are empty only after the event.
  form.addEventListener("reset", () => setTimeout(search));
  form.addEventListener("submit", (event) => event.preventDefault());
  find("more").addEventListener("click", () => {
    limit += page;
    draw();
  });
  for (const button of document.querySelectorAll("[data-sort]")) {
    button.addEventListener("click", () => {
      direction = key === button.dataset.sort ? -direction : 1;
      key = button.dataset.sort;
      for (const other of document.querySelectorAll("[data-sort]")) other.closest("th").removeAttribute("aria-sort");
      button.closest("th").setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      search();
    });
  }
  document.documentElement.classList.add("js");
  search();
  performance.mark("ready");
})();
