// Tables that are sorted by the column whose head is pressed; without this script they stay as they are.
"use strict";
(() => {
  const value = (row, column) => {
    const cell = row.cells[column];
    const own = cell.dataset.value ?? cell.textContent.trim();
    return own !== "" && !Number.isNaN(Number(own)) ? Number(own) : own.toLowerCase();
  };
  const compare = (one, other) =>
    typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));

  function sort(table, column, head) {
    const falls = head.getAttribute("aria-sort") === "descending" || (!head.hasAttribute("aria-sort") && !head.classList.contains("number"));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falls ? "ascending" : "descending");
    const rows = Array.from(table.tBodies[0].rows).map((row) => [value(row, column), row]);
    rows.sort((one, other) => (falls ? 1 : -1) * compare(one[0], other[0]));
    table.tBodies[0].append(...rows.map(([, row]) => row));
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, column, head));
    });
  }
  for (const input of document.querySelectorAll("input[data-filters]")) {
    const table = document.getElementById(input.dataset.filters);
    input.addEventListener("input", () => {
      const wanted = input.value.trim().toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
  }
})();
