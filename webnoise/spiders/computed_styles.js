// Number every element in document order and return the computed styles in that order.
// Values repeat from element to element, so that rows hold places in one table of values.
({ mark, properties }) => {
  const places = new Map();
  const values = [];
  const rows = [];
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
  });
  return { rows, values };
}
