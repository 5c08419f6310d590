/** What is kept in the browser from one page to the next. A browser may forbid it: then nothing is. */
type Keeper = "visit" | "always";

export function keep(keeper: Keeper, name: string, value: unknown): void {
  try {
    storage(keeper).setItem(name, JSON.stringify(value));
  } catch {
    // Forbidden or full: the page works without.
  }
}

export function kept(keeper: Keeper, name: string): unknown {
  try {
    return JSON.parse(storage(keeper).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

export function forget(keeper: Keeper, name: string): void {
  try {
    storage(keeper).removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** A visit lasts as long as its tab. */
function storage(keeper: Keeper): Storage {
  return keeper === "visit" ? sessionStorage : localStorage;
}
