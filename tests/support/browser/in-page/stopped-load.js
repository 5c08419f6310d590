// Runs before the page's own scripts, and sets the time of the load event to the time at which the test stopped the
// clock. With a stopped clock Playwright gives no such time, but a script that loads after the event reads it. The page
// learns from the same entry that its clock is right, or by how much the server's clock is ahead of it. With `seenAfterMs`
// the page was first painted so long after the event, as in a tab that was opened in the background.
const loadEventStart = performance.now();
const serverTiming = [{ name: "now", duration: Date.now() + (globalThis.serverAheadMs ?? 0) }];

const paints = globalThis.seenAfterMs
  ? [{ startTime: loadEventStart + globalThis.seenAfterMs }]
  : [];

performance.getEntriesByType = (type) =>
  type === "navigation"
    ? [
        Object.create(PerformanceNavigationTiming.prototype, {
          type: { value: "navigate" },
          requestStart: { value: loadEventStart },
          responseStart: { value: loadEventStart },
          loadEventStart: { value: loadEventStart },
          serverTiming: { value: serverTiming },
        }),
      ]
    : paints;
