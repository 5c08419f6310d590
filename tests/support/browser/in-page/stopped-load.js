// Runs before the page's own scripts. Playwright's stopped clock reports no load event, but a script that comes after the
// load asks for its time. Here this is the time at which the clock was stopped.
const loadEventStart = performance.now();

performance.getEntriesByType = (type) =>
  type === "navigation"
    ? [
        Object.create(PerformanceNavigationTiming.prototype, {
          loadEventStart: { value: loadEventStart },
        }),
      ]
    : [];
