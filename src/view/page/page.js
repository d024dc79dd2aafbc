"use strict";
(async () => {
  const find = (id) => document.getElementById(id);
  const unpack = async (id) => {
    const bytes = Uint8Array.from(atob(find(id).textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream);
  };
  const save = find("save");
  if (save) {
    save.addEventListener("click", async (event) => {
      event.preventDefault();
      const link = document.createElement("a");
      const packed = save.href.slice(save.href.indexOf(",") + 1);
      const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      link.href = URL.createObjectURL(await new Response(stream).blob());
      link.download = save.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
  }
  let marked = null;
  const mark = (source, line, from, length) => {
    if (marked) {
      marked.textContent = marked.textContent;
      marked = null;
    }
    const pre = find("source-" + source);
    if (!pre) return;
    const lines = pre.textContent.split("\n");
    if (line < 1 || line > lines.length) return;
    const whole = lines[line - 1];
    const end = from === undefined ? whole.length : from + length;
    const before = lines.slice(0, line - 1).join("\n") + (line > 1 ? "\n" : "") + whole.slice(0, from ?? 0);
    const after = whole.slice(end) + (line < lines.length ? "\n" : "") + lines.slice(line).join("\n");
    const element = document.createElement("mark");
    if (from !== undefined) element.className = "part";
    element.textContent = whole.slice(from ?? 0, end) || " ";
    pre.replaceChildren(before, element, after);
    marked = pre;
    const details = pre.closest("details");
    if (details) details.open = true;
    pre.scrollTop = Math.max(0, element.offsetTop - pre.offsetTop - pre.clientHeight / 2);
    return element;
  };
  document.addEventListener("click", (event) => {
    const at = event.target.closest("[data-at] a")?.closest("[data-at]");
    if (!at) return;
    event.preventDefault();
    const element = mark(...at.dataset.at.split(".").map(Number));
    if (element) element.scrollIntoView({ block: "nearest" });
  });
  const board = find("board");
  if (!board) return;
  let data;
  try {
    data = await (await unpack("frames")).json();
  } catch {
    return;
  }
  document.documentElement.classList.add("js");
  const groups = [...board.querySelectorAll(":scope > g")];
  const turns = [...document.querySelectorAll(".turn")];
  const slider = find("slider");
  const last = data.frames.length - 1;
  const shown = groups.map(() => -2);
  const form = groups.map(() => -1);
  let at = last;
  for (const frame of data.frames) for (let i = 0; i < frame.length; i += 2) form[frame[i]] = frame[i + 1];
  form.forEach((value, i) => (shown[i] = value));
  const show = (wanted) => {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next < at) {
      form.fill(-1);
      at = -1;
    }
    while (at < next) {
      at += 1;
      const frame = data.frames[at];
      for (let i = 0; i < frame.length; i += 2) form[frame[i]] = frame[i + 1];
    }
    form.forEach((value, i) => {
      if (shown[i] !== value) {
        groups[i].innerHTML = value < 0 ? "" : data.parts[i][value];
        shown[i] = value;
      }
    });
    turns.forEach((turn, i) => (turn.hidden = i !== at));
    slider.value = at;
    slider.setAttribute("aria-valuetext", data.titles[at]);
    find("now").textContent = data.titles[at];
    find("first").disabled = find("back").disabled = at === 0;
    find("next").disabled = find("last").disabled = at === last;
    for (const cell of document.querySelectorAll("[data-count]")) {
      const [series, player] = cell.dataset.count.split(".").map(Number);
      const value = data.series[series][player][at];
      cell.textContent = value === null || value === undefined ? "" : value;
    }
    for (const cursor of document.querySelectorAll(".cursor")) {
      const { left, step } = cursor.dataset;
      const x = Number(left) + Number(step) * at;
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    const lines = turns[at] ? [...turns[at].querySelectorAll("[data-at]")] : [];
    for (const line of lines) {
      if (line.querySelector("a")) continue;
      const link = document.createElement("a");
      link.href = "#source-" + line.dataset.at.split(".")[0];
      link.textContent = line.textContent;
      line.replaceChildren(link);
    }
    if (lines.length) mark(...lines[0].dataset.at.split(".").map(Number));
    if (find("playing").checked && at === last) stop();
  };
  let timer = 0;
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    find("playing").checked = false;
    find("play").textContent = "Play";
  };
  const play = () => {
    if (timer) return stop();
    if (at === last) show(0);
    find("playing").checked = true;
    find("play").textContent = "Pause";
    timer = setInterval(() => show(at + 1), 1000);
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  find("first").addEventListener("click", () => show(0));
  find("back").addEventListener("click", () => show(at - 1));
  find("next").addEventListener("click", () => show(at + 1));
  find("last").addEventListener("click", () => show(last));
  find("play").addEventListener("click", play);
  let zoom = 100;
  const zoomed = (by) => {
    zoom = Math.min(Math.max(zoom + by, 100), 400);
    board.style.width = zoom + "%";
    board.classList.toggle("large", zoom > 100);
    find("smaller").disabled = zoom === 100;
    find("larger").disabled = zoom === 400;
  };
  find("smaller").addEventListener("click", () => zoomed(-50));
  find("larger").addEventListener("click", () => zoomed(50));
  zoomed(0);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea, pre, .sheet, .scroll")) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || last === 0) return;
    event.preventDefault();
    show(to);
  });
  const named = /^#turn-(\d+)$/.exec(location.hash);
  show(named ? Number(named[1]) : last);
  // The browser scrolled to that turn before the turns above it were hidden, so it is at another place now.
  if (named) find("board-heading").scrollIntoView();
})();
