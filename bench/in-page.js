// Runs in the page, before the page's own scripts. `visit.ts` calls one of these two functions there.
globalThis.inPage = { recordVisit, pressUntilOpen };

/** Records what a visitor notices. */
function recordVisit() {
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
}

function watch(type, record) {
  new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
    type,
    buffered: true,
  });
}

/** Presses the first call to action after every frame, as soon as it exists, until the popup is open. */
function pressUntilOpen() {
  globalThis.popupOpenMs = null;
  globalThis.paintMs = () =>
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  pressAfterFrame();
}

function pressAfterFrame() {
  requestAnimationFrame(() =>
    setTimeout(() => {
      document.querySelector("[data-cta='hero']")?.click();
      if (document.querySelector("dialog[open]")) globalThis.popupOpenMs = performance.now();
      else pressAfterFrame();
    }),
  );
}
