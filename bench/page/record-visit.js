// Runs before the page's own scripts, and records what a visitor notices. See `visit.ts`.
globalThis.recorded = {
  firstPaintMs: 0,
  largestPaintMs: 0,
  shift: 0,
  tasksMs: [],
  inputDelayMs: null,
};

watch("paint", ({ name, startTime }) => {
  if (name === "first-contentful-paint") recorded.firstPaintMs = startTime;
});
watch("largest-contentful-paint", ({ startTime }) => {
  recorded.largestPaintMs = startTime;
});
watch("layout-shift", ({ value, hadRecentInput }) => {
  if (!hadRecentInput) recorded.shift += value;
});
watch("longtask", ({ startTime, duration }) => recorded.tasksMs.push([startTime, duration]));
watch("first-input", ({ startTime, processingStart }) => {
  recorded.inputDelayMs = processingStart - startTime;
});

function watch(type, record) {
  new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
    type,
    buffered: true,
  });
}
