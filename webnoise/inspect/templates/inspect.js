// A page with its blocks. The frame runs no script: all that is seen in it is done from here.
"use strict";
(() => {
  const all = (selector, inside = document) => Array.from(inside.querySelectorAll(selector));
  const one = (selector, inside = document) => inside.querySelector(selector);
  const data = JSON.parse(one("#data").textContent);
  const pane = one(".pane"), stage = one(".stage"), frame = one("iframe"), layer = one(".layer");
  const card = one(".card"), status = one("[role=status]"), list = one(".blocks");
  const PAGE_WIDTH = 1120; // what newspapers lay their pages out for
  const state = { view: 0, block: -1, hot: -1, roles: new Set(), reason: "", labels: false };
  let page = null; // the document in the frame
  let scale = 1;
  let marks = []; // of the view's blocks: the elements that show each
  let order = []; // the blocks that the filters let through
  let listed = -1; // the view that the list of blocks was made for

  const view = () => data.views[state.view];
  const present = (selector) => all(selector).find((part) => !part.closest("[hidden]"));
  const make = (tag, content, properties = {}) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...[content].flat());
    return element;
  };

  // The frame is as high as its page, and the pane scrolls: so the layer above it is hit by every pointer.
  function fit() {
    const room = pane.clientWidth;
    const width = window.innerWidth < 900 ? room : Math.max(room, PAGE_WIDTH);
    scale = room / width;
    frame.style.width = `${width}px`;
    frame.style.height = "auto";
    const height = Math.max(page.documentElement.scrollHeight, page.body ? page.body.scrollHeight : 0);
    frame.style.height = `${height}px`;
    frame.style.transform = scale === 1 ? "" : `scale(${scale})`;
    stage.style.height = `${height * scale}px`;
  }

  function collect() {
    const name = `data-b${state.view}`;
    marks = view().text.map(() => []);
    for (const element of all(`[${name}]`, page)) {
      marks[Number(element.getAttribute(name))].push(element);
    }
  }

  function paint() {
    for (const element of all("[data-f]", page)) {
      for (const own of ["data-f", "data-off", "data-hot", "data-sel", "data-evidence"]) element.removeAttribute(own);
    }
    collect();
    marks.forEach((elements, block) => elements.forEach((element) => element.setAttribute("data-f", view().family[block])));
  }

  // At the upper right corner of each block that the filters let through, where few lines reach.
  function label() {
    const labels = [];
    layer.style.fontSize = `${Math.max(8.5, 11 * scale)}px`;
    let above = { right: -100, top: -100 };
    for (const block of state.labels ? order : []) {
      const box = boxOf(block);
      if (!box || (Math.abs(box.top - above.top) < 14 && Math.abs(box.right - above.right) < 60)) continue;
      const own = make("span", data.roles[view().role[block]], { className: `label f-${view().family[block]}` });
      own.dataset.of = block;
      own.style.left = `${box.right * scale}px`;
      own.style.top = `${box.top * scale}px`;
      labels.push(own);
      above = box;
    }
    layer.replaceChildren(...labels);
  }

  // Filters: by role, where several may be chosen, and by the reason that dropped blocks went for.
  function lets(block) {
    const { role, keep, code } = view();
    if (state.roles.size && !state.roles.has(`${keep[block]} ${role[block]}`)) return false;
    return !state.reason || (!keep[block] && code[block] === state.reason);
  }

  function filter() {
    order = [];
    marks.forEach((elements, block) => {
      const passes = lets(block);
      if (passes) order.push(block);
      for (const element of elements) element.toggleAttribute("data-off", !passes);
    });
    if (listed === state.view) {
      const passing = new Set(order);
      for (const item of list.children) item.hidden = !passing.has(Number(item.dataset.block));
    }
    const narrowed = state.roles.size || state.reason;
    status.textContent = narrowed ? `${order.length} of ${marks.length} blocks` : "";
    label();
    place();
  }

  function clear() {
    state.roles.clear();
    state.reason = "";
    for (const chip of all(".chip")) chip.setAttribute("aria-pressed", "false");
    for (const select of all(".reason select")) select.value = "";
    filter();
  }

  // The card of a block: what it is, whether it stayed, why, and what the site's other pages say.
  function describe(block) {
    const own = view();
    const kept = Boolean(own.keep[block]);
    const score = own.score[block];
    const facts = [make("p", own.reason[block], { className: "why" })];
    if (own.memory[block]) facts.push(make("p", own.memory[block], { className: "memory" }));
    const words = make("p", own.text[block], { className: "words", dir: "auto" });
    const shown = 0 <= score && score <= 1 ? `Text, by its looks: ${Math.round(100 * score)} %` : `score ${score}`;
    const head = make("p", [
      make("i", "", { className: `swatch f-${own.family[block]}` }),
      make("b", data.roles[own.role[block]]),
      make("span", kept ? "✓ kept" : "– dropped", { className: kept ? "verdict kept" : "verdict gone" }),
    ], { className: "head" });
    const inner = own.path
      ? [make("code", `${own.role[block]} · ${own.code[block]} · ${score} · ${own.path[block]}`, { className: "code" })]
      : [];
    const hidden = marks[block].length && !marks[block].some((element) => element.getClientRects().length)
      ? [make("p", "The page hides it, or shows it by a script.", { className: "memory" })] : [];
    card.replaceChildren(head, ...facts, ...hidden, make("p", shown, { className: "score" }), words, ...inner);
    card.dataset.block = block;
    card.hidden = false;
    beside(block);
  }

  function beside(block) {
    const box = boxOf(block);
    if (!box || window.innerWidth < 900) {
      card.style.transform = "";
      return;
    }
    const top = box.top * scale - pane.scrollTop, bottom = box.bottom * scale - pane.scrollTop;
    const below = bottom + 12 + card.offsetHeight < pane.clientHeight;
    const y = below ? bottom + 12 : Math.max(8, top - card.offsetHeight - 12);
    const x = Math.min(Math.max(8, box.left * scale), pane.clientWidth - card.offsetWidth - 8);
    card.style.transform = `translate(${x}px, ${Math.min(y, pane.clientHeight - card.offsetHeight - 8) + pane.scrollTop}px)`;
  }

  function boxOf(block) {
    const boxes = marks[block].flatMap((element) => Array.from(element.getClientRects())).filter((box) => box.width && box.height);
    if (!boxes.length) return null;
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    return { left: least("left"), right: most("right"), top: least("top"), bottom: most("bottom") };
  }

  function set(name, block) {
    const before = name === "data-sel" ? state.block : state.hot;
    for (const element of marks[before] || []) element.removeAttribute(name);
    for (const element of marks[block] || []) element.setAttribute(name, "");
    if (name === "data-sel") state.block = block;
    else state.hot = block;
  }

  function reveal(block) {
    for (let element = marks[block][0]; element; element = element.parentElement) {
      const style = page.defaultView.getComputedStyle(element);
      if (style.display === "none" || style.visibility === "hidden") element.setAttribute("data-seen", "");
    }
    if (!marks[block].some((element) => element.closest("[data-seen]"))) return;
    fit();
    label();
  }

  function choose(block, { scroll = true } = {}) {
    if (block < 0 || block >= marks.length) return;
    set("data-hot", -1);
    set("data-sel", block);
    if (marks[block].length && !boxOf(block)) reveal(block);
    const box = boxOf(block);
    if (scroll && box) {
      const seen = box.top * scale >= pane.scrollTop && box.bottom * scale <= pane.scrollTop + pane.clientHeight;
      if (!seen) pane.scrollTop = box.top * scale - pane.clientHeight / 3;
    }
    describe(block);
    for (const part of all(".side [aria-current]")) part.removeAttribute("aria-current");
    for (const part of all(`.side [data-block="${block}"]:not([data-evidence])`)) part.setAttribute("aria-current", "true");
    const item = listed === state.view ? list.children[block] : null;
    if (item && !item.closest("[hidden]")) item.scrollIntoView({ block: "nearest" });
    const own = view();
    status.textContent = `${data.roles[own.role[block]]}, ${own.keep[block] ? "kept" : "dropped"}. ${own.reason[block]}. ${own.text[block].slice(0, 120)}`;
    place();
  }

  function release() {
    set("data-sel", -1);
    set("data-hot", -1);
    for (const element of page ? all("[data-evidence]", page) : []) element.removeAttribute("data-evidence");
    for (const part of all(".side [aria-current]")) part.removeAttribute("aria-current");
    card.hidden = true;
    place();
  }

  // Where the chosen block is: in the strip, and among those that the filters let through.
  function place() {
    const strip = present(".strip"), needle = one(".needle", strip), own = view(), block = state.block;
    needle.hidden = block < 0;
    one(".at").textContent = block < 0 ? `${order.length}` : `${block + 1} / ${marks.length}`;
    if (block < 0) return;
    const total = own.length.reduce((sum, length) => sum + length, 0) || 1;
    const before = own.length.slice(0, block).reduce((sum, length) => sum + length, 0);
    needle.style.left = `${100 * (before + own.length[block] / 2) / total}%`;
    strip.setAttribute("aria-valuenow", block + 1);
    strip.setAttribute("aria-valuetext", `block ${block + 1}, ${data.roles[own.role[block]]}, ${own.keep[block] ? "kept" : "dropped"}`);
  }

  function step(by, wanted = () => true) {
    const passing = order.filter(wanted);
    if (!passing.length) return;
    const next = by > 0 ? passing.find((block) => block > state.block) : passing.findLast((block) => block < state.block);
    choose(next ?? (by > 0 ? passing[0] : passing[passing.length - 1]));
  }

  function turn(number) {
    release();
    state.view = number;
    state.roles.clear();
    state.reason = "";
    for (const part of all(".view")) part.hidden = Number(part.dataset.view) !== number;
    for (const button of all("[data-method]")) button.setAttribute("aria-pressed", String(Number(button.dataset.method) === number));
    paint();
    clear();
    if (!one("#panel-blocks").hidden) fill();
  }

  function fill() {
    const own = view();
    list.replaceChildren(...own.text.map((text, block) => make("li", make("button", [
      make("i", "", { className: `swatch f-${own.family[block]}` }),
      make("b", data.roles[own.role[block]]),
      make("span", own.keep[block] ? "✓" : "–", { className: "verdict", title: own.keep[block] ? "kept" : "dropped" }),
      make("span", text.slice(0, 140), { className: "words", dir: "auto" }),
      make("span", own.reason[block], { className: "why" }),
    ], { type: "button" }))));
    Array.from(list.children).forEach((item, block) => { item.dataset.block = block; });
    listed = state.view;
    filter();
  }

  function open(tab) {
    for (const other of all("[role=tab]")) {
      const chosen = other === tab;
      other.setAttribute("aria-selected", String(chosen));
      other.tabIndex = chosen ? 0 : -1;
      one(`#${other.getAttribute("aria-controls")}`).hidden = !chosen;
    }
    if (tab.id === "tab-blocks" && listed !== state.view) fill();
  }

  function under(event) {
    const box = layer.getBoundingClientRect();
    const element = page.elementFromPoint((event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
    const mark = element && element.closest(`[data-b${state.view}]`);
    return mark ? Number(mark.getAttribute(`data-b${state.view}`)) : -1;
  }

  const keys = {
    j: () => step(1), k: () => step(-1),
    n: () => step(1, (block) => view().keep[block]), p: () => step(-1, (block) => view().keep[block]),
    m: () => turn((state.view + 1) % data.views.length),
    l: () => one("[data-labels]").click(), 0: clear, "?": () => one("[data-help]").click(), Escape: release,
  };

  function listen() {
    let waiting = false;
    layer.addEventListener("pointermove", (event) => {
      if (waiting || event.pointerType === "touch") return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        const block = under(event);
        if (block === state.hot) return;
        set("data-hot", block);
        if (block >= 0) describe(block);
        else if (state.block >= 0) describe(state.block);
        else card.hidden = true;
      });
    });
    layer.addEventListener("pointerleave", () => {
      set("data-hot", -1);
      if (state.block >= 0) describe(state.block);
      else card.hidden = true;
    });
    layer.addEventListener("click", (event) => {
      const block = under(event);
      if (block >= 0) choose(block, { scroll: false });
      else release();
    });
    document.addEventListener("click", (event) => {
      const part = event.target.closest("button, [data-block]");
      if (!part) return;
      const { role, keep, method, step: by, block } = part.dataset;
      if (role) {
        const name = `${keep} ${role}`;
        if (!state.roles.delete(name)) state.roles.add(name);
        part.setAttribute("aria-pressed", String(state.roles.has(name)));
        filter();
      } else if (method) turn(Number(method));
      else if (by) step(Number(by));
      else if (part.matches("[data-labels]")) {
        state.labels = !state.labels;
        part.setAttribute("aria-pressed", String(state.labels));
        label();
      } else if (part.matches("[data-help]")) {
        const help = one("#help");
        help.hidden = !help.hidden;
        part.setAttribute("aria-expanded", String(!help.hidden));
      } else if (part.matches("[role=tab]")) open(part);
      else if (part.closest(".side")) {
        const number = Number(block ?? part.closest("[data-block]")?.dataset.block);
        if (part.closest("#panel-methods") && state.view !== 0) turn(0);
        for (const element of all("[data-evidence]", page)) element.removeAttribute("data-evidence");
        choose(number);
        if (part.matches("[data-evidence]")) for (const element of marks[number]) element.setAttribute("data-evidence", "");
      }
    });
    document.addEventListener("change", (event) => {
      if (event.target.closest(".reason")) {
        state.reason = event.target.value;
        filter();
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, input")) return;
      const strip = event.target.closest(".strip"), tab = event.target.closest("[role=tab]");
      const along = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (strip && along) step(along);
      else if (strip && event.key === "Home") choose(order[0]);
      else if (strip && event.key === "End") choose(order[order.length - 1]);
      else if (tab && along) {
        const tabs = all("[role=tab]");
        const next = tabs[(tabs.indexOf(tab) + along + tabs.length) % tabs.length];
        open(next);
        next.focus();
      } else if (keys[event.key]) keys[event.key]();
      else return;
      event.preventDefault();
    });
    for (const strip of all(".strip")) {
      strip.addEventListener("click", (event) => {
        const box = strip.getBoundingClientRect(), lengths = view().length;
        let left = (event.clientX - box.left) / box.width * lengths.reduce((sum, length) => sum + length, 0);
        choose(lengths.findIndex((length) => (left -= length) <= 0));
      });
    }
    new ResizeObserver(() => { fit(); label(); if (!card.hidden) beside(Number(card.dataset.block)); }).observe(pane);
    window.addEventListener("beforeprint", release);
  }

  function begin() {
    page = frame.contentDocument;
    collect();
    fit();
    filter();
    listen();
    document.documentElement.dataset.ready = "";
  }

  const ready = () => frame.contentDocument && frame.contentDocument.readyState === "complete" && frame.contentDocument.URL === "about:srcdoc";
  if (ready()) begin();
  else frame.addEventListener("load", begin, { once: true });
})();
