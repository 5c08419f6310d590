// Runs before the page does. A stopped clock of Playwright's knows of no load, which the page asks for when
// its script comes after it: here the load is at the moment at which the clock stands when the page begins.
const loadEventStart = performance.now();

performance.getEntriesByType = (type) =>
  type === "navigation"
    ? [
        Object.create(PerformanceNavigationTiming.prototype, {
          loadEventStart: { value: loadEventStart },
        }),
      ]
    : [];
