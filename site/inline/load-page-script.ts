// Loads the module that `data-src` names after the first paint. A script element for the module would slow down the
// loading of the first screen, even with low priority. All supported browsers report their first paint (Safari since
// 14.1).

const retryMs = 3_000;
const src = document.currentScript?.dataset["src"] ?? "";

let begun = false;

// A browser may be configured to report no paint: there the script is loaded some seconds after the page.
addEventListener("load", () => setTimeout(begin, retryMs));
new PerformanceObserver((list, observer) => {
  if (!list.getEntriesByName("first-contentful-paint")[0]) return;
  observer.disconnect();
  begin();
}).observe({ type: "paint", buffered: true });

function begin(): void {
  if (!begun) void load(2);
  begun = true;
}

/**
 * Fetches the module and then imports it from the cache, so that this function can try again when the network fails. A
 * failed import without the fetch could not be tried again: older Chromium and Firefox remember the failure by the URL
 * (https://github.com/whatwg/html/pull/10327).
 */
async function load(retries: number): Promise<void> {
  try {
    const answer = await fetch(src);
    await answer.text();
    if (!answer.ok) throw answer.status;
    await import(/* @vite-ignore */ src);
  } catch (error) {
    console.error(src, error);
    if (retries) setTimeout(load, retryMs, retries - 1);
  }
}
