"use strict";
(async () => {
  const find = (id) => document.getElementById(id);
  const make = (name, text, className) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    return element;
  };
  const unpack = (packed) => {
    const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  };
  const save = find("save");
  const saved = () => unpack(save.href.slice(save.href.indexOf(",") + 1));
  if (save) {
    save.addEventListener("click", async (event) => {
      event.preventDefault();
      const link = make("a");
      link.href = URL.createObjectURL(await saved().blob());
      link.download = save.dataset.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    });
  }

  // The texts that the game came from: what is longer than a part is shown part by part.
  const part = 65536;
  const printable = (line) => {
    const odd = new RegExp(`[${save.dataset.unprintable}]`, "gu");
    return line
      .replace(/\r$/, "")
      .replace(/[\0-\x08\x0a-\x1f]/g, (c) => String.fromCharCode(0x2400 + c.charCodeAt(0)))
      .replaceAll("\x7f", "\u2421")
      .replace(odd, "\ufffd");
  };
  let whole = null;
  const sourceText = async (number, pre) => {
    if (!pre.hasAttribute("data-more")) return pre.textContent;
    whole ??= saved().json();
    try {
      return (await whole).sources[number].text.split("\n").map(printable).join("\n");
    } catch {
      return pre.textContent;
    }
  };
  const load = async (number) => {
    const pre = find("source-" + number);
    if (!pre) return null;
    const text = await sourceText(number, pre);
    const lines = [0];
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) lines.push(end + 1);
    const parts = [0];
    while (text.length - parts.at(-1) > part) {
      const from = parts.at(-1);
      const end = text.lastIndexOf("\n", from + part - 1) + 1;
      // No character is cut in two.
      const cut = from + part - /[\udc00-\udfff]/.test(text[from + part]);
      parts.push(end > from ? end : cut);
    }
    const source = { pre, text, lines, parts, at: 0 };
    const show = (at, from, to) => {
      source.at = at;
      const [begin, end] = [parts[at], parts[at + 1] ?? text.length];
      if (from === undefined) return pre.replaceChildren(text.slice(begin, end));
      const mark = make("mark", text.slice(from, to) || " ");
      pre.replaceChildren(text.slice(begin, from), mark, text.slice(to, Math.max(to, end)));
      return mark;
    };
    source.show = show;
    if (parts.length > 1) {
      const [before, next] = [make("button", "Part before"), make("button", "Next part")];
      const now = make("span");
      now.setAttribute("role", "status");
      const steps = make("div", undefined, "steps");
      steps.append(before, now, next);
      pre.before(steps);
      const tell = () => {
        now.textContent = `Part ${source.at + 1} of ${parts.length}`;
        before.disabled = source.at === 0;
        next.disabled = source.at === parts.length - 1;
      };
      source.show = (...wanted) => {
        const mark = show(...wanted);
        tell();
        return mark;
      };
      const go = (by) => {
        source.show(source.at + by);
        pre.scrollTop = 0;
      };
      for (const button of [before, next]) button.type = "button";
      before.addEventListener("click", () => go(-1));
      next.addEventListener("click", () => go(1));
      source.show(0);
    }
    return source;
  };
  const sources = new Map();
  const source = (number) => {
    if (!sources.has(number)) sources.set(number, load(number));
    return sources.get(number);
  };
  for (const pre of document.querySelectorAll("pre[id^=source-]")) {
    pre.closest("details").addEventListener("toggle", () => source(Number(pre.id.slice("source-".length))));
  }
  let marked = null;
  let wantedMark = 0;
  const mark = async ([number, line, from, length]) => {
    const wanted = ++wantedMark;
    const found = await source(number);
    if (!found || wanted !== wantedMark) return;
    const { text, lines, parts } = found;
    if (marked && marked !== found) marked.show(marked.at);
    marked = found;
    if (line < 1 || line > lines.length) return;
    const begin = lines[line - 1];
    const end = line < lines.length ? lines[line] - 1 : text.length;
    const [first, last] = length < 0 ? [begin, end] : [begin + from, begin + from + length];
    const element = found.show(parts.findLastIndex((part) => part <= first), first, last);
    // The mark of a whole line is as wide as the text.
    if (length >= 0) element.className = "part";
    else if (element.nextSibling) element.nextSibling.textContent = element.nextSibling.textContent.replace(/^\n/, "");
    found.pre.closest("details").open = true;
    found.pre.scrollTop = Math.max(0, element.offsetTop - found.pre.offsetTop - found.pre.clientHeight / 2);
    return element;
  };

  const ready = () => {
    document.documentElement.classList.add("js");
    performance.mark("ready");
  };
  const board = find("board");
  if (!board) return ready();
  let data;
  try {
    data = await unpack(find("data").textContent).json();
  } catch {
    return;
  }
  const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const drawn = (place, form) => {
    const [title, shapes] = data.parts[place].slice(2 * form, 2 * form + 2);
    return title < 0 ? data.shapes[shapes] : `<g><title>${escape(data.texts[title])}</title>${data.shapes[shapes]}</g>`;
  };
  let [place, line, from] = [0, 0, 0];
  const places = data.places.map((turn) => {
    const found = [];
    for (let i = 0; i < turn.length; i += 4) {
      [place, line, from] = [place + turn[i], line + turn[i + 1], from + turn[i + 2]];
      found.push(turn[i + 3] < -1 ? null : [place, line, from, turn[i + 3]]);
    }
    return found;
  });
  const classes = ["", "failed", "result"];
  const tell = (at) => {
    const turn = make("div", undefined, "turn");
    turn.append(make("h3", data.titles[at]));
    const events = make("ol", undefined, "events");
    places[at].forEach((place, i) => {
      const [text, kind] = data.events[at].slice(2 * i, 2 * i + 2);
      const item = make("li", undefined, classes[kind]);
      if (place) {
        const link = make("a", data.texts[text]);
        link.href = "#source-" + place[0];
        link.addEventListener("click", async (event) => {
          event.preventDefault();
          (await mark(place))?.scrollIntoView({ block: "nearest" });
        });
        item.dataset.at = place;
        item.append(link);
      } else item.textContent = data.texts[text];
      events.append(item);
    });
    if (places[at].length) turn.append(events);
    const remarks = data.remarks[at];
    for (let i = 0; i < remarks.length; i += 2) {
      const remark = make("blockquote");
      if (remarks[i] >= 0) remark.append(make("strong", data.texts[remarks[i]] + ":"), " ");
      remark.append(data.texts[remarks[i + 1]]);
      turn.append(remark);
    }
    if (turn.childElementCount < 2) turn.append(make("p", "Nothing was done here.", "muted"));
    find("turns").replaceChildren(turn);
    const first = places[at].find(Boolean);
    if (first) mark(first);
  };
  const groups = [...board.querySelectorAll(":scope > g")];
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
        groups[i].innerHTML = value < 0 ? "" : drawn(i, value);
        shown[i] = value;
      }
    });
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
    tell(at);
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
  ready();
  // The browser scrolled to that turn before the turns above it were hidden, so it is at another place now.
  if (named) find("board-heading").scrollIntoView();
})();
