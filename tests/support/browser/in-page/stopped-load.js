// Runs before the page's own scripts, and gives the load event the time at which the test stopped the clock. With a
// stopped clock Playwright reports no load event, but a script that comes after it asks for its time.
const loadEventStart = performance.now();

performance.getEntriesByType = (type) =>
  type === "navigation"
    ? [
        Object.create(PerformanceNavigationTiming.prototype, {
          loadEventStart: { value: loadEventStart },
        }),
      ]
    : [];
