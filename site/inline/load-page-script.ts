// Loads the module of `data-src` after the first paint. A script element for the module would compete for the network with
// the first screen, however low its priority. All supported browsers report their first paint (Safari since 14.1).

const retryMs = 3_000;
const src = document.currentScript?.dataset["src"] ?? "";

let begun = false;

// Some browsers report no paint, because they are configured so: there the script is loaded a while after the page.
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
 * Fetches the module and then imports it from the cache, so that it can try again when the network fails. An import
 * without the fetch could not be tried again: older Chromium and Firefox remember a failed import by its URL
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
