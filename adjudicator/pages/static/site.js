// Search as you type, and the filter "what is on our table". Without this script every page still reads in full.
"use strict";

(() => {
  const KEPT = "adjudicator-table";
  const FEW = 20;
  const form = document.getElementById("search");
  const input = document.getElementById("words");
  const list = document.getElementById("found");
  const table = document.getElementById("table");
  const left = document.getElementById("left");

  // ---- what is on our table

  const boxes = [...table.querySelectorAll("[name=box]")];
  const edition = table.querySelector("[name=edition]");

  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {
      return {}; // a browser that keeps nothing, or a page from disk in one that forbids it
    }
  }

  function remember() {
    const without = boxes.filter((box) => !box.checked).map((box) => box.value);
    try {
      localStorage.setItem(KEPT, JSON.stringify({ without, edition: edition.value }));
    } catch {
      // The filter then holds for this page alone.
    }
  }

  function onTable(uses, of) {
    const missing = boxes.filter((box) => !box.checked).map((box) => box.value);
    const known = uses.split(" ").every((one) => !missing.includes(one));
    return known && (!edition.value || !of || of === edition.value);
  }

  function filter() {
    let hidden = 0;
    for (const one of document.querySelectorAll("[data-uses]")) {
      one.hidden = !onTable(one.dataset.uses, one.dataset.edition || "");
      hidden += one.hidden ? 1 : 0;
    }
    for (const section of document.querySelectorAll("main section, main .rules")) {
      const parts = [...section.querySelectorAll("[data-uses]")];
      if (parts.length && !section.matches("[data-uses]")) section.hidden = parts.every((one) => one.hidden);
    }
    left.textContent = hidden ? left.dataset.said.replace("{number}", hidden) : "";
    if (input.value) search();
  }

  const before = remembered();
  for (const box of boxes) box.checked = !(before.without || []).includes(box.value);
  edition.value = before.edition || "";
  table.addEventListener("change", () => {
    remember();
    filter();
  });
  table.hidden = false;
  filter();

  // The same question in another language: its place goes along.
  for (const link of document.querySelectorAll(".language a")) {
    link.addEventListener("click", () => {
      link.hash = location.hash;
    });
  }

  // ---- search

  let index = null;
  let known = new Map();

  const plain = (word) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  window.searched = (entries) => {
    index = new MiniSearch({
      fields: ["title", "text", "words"],
      processTerm: plain,
      searchOptions: { prefix: true, fuzzy: (word) => (word.length > 4 ? 0.2 : 0), combineWith: "AND", boost: { title: 3 } },
    });
    known = new Map(entries.map((entry) => [entry.id, entry]));
    index.addAll(entries);
    search();
  };

  function load() {
    if (index || document.getElementById("entries")) return;
    const script = document.createElement("script");
    script.id = "entries";
    script.src = "search.js";
    document.body.append(script);
  }

  function search() {
    list.replaceChildren();
    if (!index || !input.value.trim()) return;
    const found = index
      .search(input.value)
      .map((hit) => known.get(hit.id))
      .filter((entry) => onTable(entry.uses, entry.edition));
    for (const entry of found.slice(0, FEW)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = entry.id;
      link.textContent = entry.title;
      const text = document.createElement("p");
      text.textContent = entry.text.length > 160 ? `${entry.text.slice(0, 160)} …` : entry.text;
      item.append(link, text);
      list.append(item);
    }
    const more = found.length - FEW;
    if (!found.length || more > 0) {
      const item = document.createElement("li");
      item.className = "faint";
      item.textContent = found.length ? form.dataset.more.replace("{number}", more) : form.dataset.none;
      list.append(item);
    }
  }

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("focus", load);
  input.addEventListener("input", () => {
    load();
    search();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|select|textarea)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
})();
