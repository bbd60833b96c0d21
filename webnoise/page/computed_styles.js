// Number every element in document order and return the computed styles and the boxes in that order.
// Values repeat from element to element, so that rows hold places in one table of values.
// A box is left, top, width and height in px, from the page's upper left corner.
({ mark, properties }) => {
  const places = new Map();
  const values = [];
  const rows = [];
  const boxes = [];
  document.querySelectorAll("*").forEach((element, number) => {
    element.setAttribute(mark, String(number));
    const style = getComputedStyle(element);
    rows.push(properties.map((property) => {
      const value = style.getPropertyValue(property);
      if (!places.has(value)) {
        places.set(value, values.length);
        values.push(value);
      }
      return places.get(value);
    }));
    const box = element.getBoundingClientRect();
    boxes.push([box.left + scrollX, box.top + scrollY, box.width, box.height]);
  });
  return { properties, rows, values, boxes };
}
