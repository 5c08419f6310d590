// This file runs in the page, followed by a call of `gridHoles`: see `page/looks.spec.ts`.
globalThis.gridHoles = (selector, counts) => {
  const grid = document.querySelector(selector);
  const end = grid.querySelector(".courses__materials, .price-staircase__offer");
  const items = [...grid.children].filter((item) => item !== end);
  return counts.flatMap((count) => {
    const copies = Array.from({ length: count }, (_, index) =>
      items[index % items.length].cloneNode(true),
    );
    grid.replaceChildren(...copies, ...(end ? [end] : []));
    if (grid.dataset.lessons) grid.dataset.lessons = count;
    return holesIn(grid).map((hole) => `${selector} with ${count}: ${hole}`);
  });
};

function holesIn(grid) {
  const boxes = [...grid.children].map((item) => item.getBoundingClientRect());
  const { left, right } = grid.getBoundingClientRect();
  const halfGap = (Number.parseFloat(getComputedStyle(grid).columnGap) || 0) / 2 + 1.5;
  const feet = [...new Set(boxes.map(({ bottom }) => Math.round(bottom)))].sort((a, b) => a - b);
  return feet.flatMap((foot, row) => {
    const inRow = boxes.filter(({ top, bottom }) => top < foot - 2 && bottom > foot - 2);
    const isFilled = (x) => inRow.some((box) => x > box.left - halfGap && x < box.right + halfGap);
    for (let x = left + 2; x < right - 2; x += 4)
      if (!isFilled(x)) return [`row ${row + 1} of ${feet.length} at ${Math.round(x - left)} px`];
    return [];
  });
}
