/**
 * The text of an inline script that asks for a module once the first screen has been painted: a request in
 * the document would share the line with what that screen needs, however low its priority. All browsers
 * that load modules and show the page's styles tell of their first paint (Safari since 14.1).
 */
export function scriptAfterFirstPaint(src: string): string {
  return `new PerformanceObserver((list,observer)=>{if(list.getEntriesByName("first-contentful-paint")[0]){observer.disconnect();import(${JSON.stringify(src)})}}).observe({type:"paint",buffered:true})`;
}
