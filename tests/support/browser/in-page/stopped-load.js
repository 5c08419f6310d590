// Runs before the page's own scripts, and sets the time of the load event to the time at which the test stopped the
// clock. With a stopped clock Playwright gives no such time, but a script that loads after the event reads it.
const loadEventStart = performance.now();

performance.getEntriesByType = (type) =>
  type === "navigation"
    ? [
        Object.create(PerformanceNavigationTiming.prototype, {
          loadEventStart: { value: loadEventStart },
        }),
      ]
    : [];
