// This file runs before the page's own scripts. It sets the time of the load event to the time when the test stopped
// the clock: Playwright's stopped clock has no such time, but a script that loads after the event reads it. From the
// same entry the page learns how far the server's clock is ahead of its own, which may be zero. `seenAfterMs`: so long
// after the event the page was first painted, as in a tab that was opened in the background.
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
