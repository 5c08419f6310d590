const retries = 2;
const retryMs = 3_000;

/**
 * Returns an inline script that loads a module after the first paint. A script element would compete for the network
 * with the first screen, however low its priority. All supported browsers report their first paint (Safari since 14.1).
 *
 * The script fetches the module and then imports it from the cache, so that it can try again when the network fails. An
 * import without the fetch could not be tried again: older Chromium and Firefox remember a failed import by its URL
 * (https://github.com/whatwg/html/pull/10327).
 */
export function scriptAfterFirstPaint(src: string): string {
  return `{const src=${JSON.stringify(src)},load=async retries=>{try{const answer=await fetch(src);await answer.text();if(!answer.ok)throw answer.status;await import(src)}catch(error){console.error(src,error);if(retries)setTimeout(load,${retryMs},retries-1)}};new PerformanceObserver((list,observer)=>{if(list.getEntriesByName("first-contentful-paint")[0]){observer.disconnect();load(${retries})}}).observe({type:"paint",buffered:true})}`;
}
