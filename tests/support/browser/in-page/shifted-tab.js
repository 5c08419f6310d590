// Runs before the page's own scripts: shifts the clock of the tab, and records by the machine's clock when the page is
// shown and when it changes its phase. See `shifted-tab.ts`.
const RealDate = Date;
const now = () => RealDate.now() + globalThis.clockShiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

globalThis.tabEvents = [];
const record = (what) => tabEvents.push({ what, at: RealDate.now() });
const recordPhase = () => record(document.documentElement.dataset.phase);

new MutationObserver(recordPhase).observe(document, {
  attributeFilter: ["data-phase"],
  subtree: true,
});
addEventListener("DOMContentLoaded", recordPhase);
addEventListener("pageshow", () => record("shown"));

// A frozen tab runs no timer until it comes back, and then hears the event `resume`.
const realSetTimeout = setTimeout.bind(globalThis);
const held = [];
let frozen = false;

globalThis.setTimeout = (run, delay, ...given) =>
  realSetTimeout(() => (frozen ? held.push(() => run(...given)) : run(...given)), delay);

globalThis.freezeTab = () => {
  frozen = true;
};

globalThis.thawTab = () => {
  frozen = false;
  document.dispatchEvent(new Event("resume"));
  for (const run of held.splice(0)) run();
};
