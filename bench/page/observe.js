// Runs before the page does, and notes what a visitor would feel: see `visit.ts`.
globalThis.felt = { firstPaintMs: 0, largestPaintMs: 0, shift: 0, tasksMs: [], inputDelayMs: null };

watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") felt.firstPaintMs = startTime;
});
watch("largest-contentful-paint", ({ startTime }) => {
  felt.largestPaintMs = startTime;
});
watch("layout-shift", ({ value, hadRecentInput }) => {
  if (!hadRecentInput) felt.shift += value;
});
watch("longtask", ({ startTime, duration }) => felt.tasksMs.push([startTime, duration]));
watch("first-input", ({ startTime, processingStart }) => {
  felt.inputDelayMs = processingStart - startTime;
});

function watch(type, note) {
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
    type,
    buffered: true,
  });
}
