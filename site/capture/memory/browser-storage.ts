/** What is kept in the browser from one page to the next. A browser may forbid it: then it lasts for this page. */
type Keeper = "visit" | "always";

const onThisPage = new Map<string, string>();

export function keep(keeper: Keeper, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  onThisPage.set(name, text);
  try {
    storage(keeper).setItem(name, text);
  } catch {
    // Forbidden or full: this page still knows.
  }
}

export function kept(keeper: Keeper, name: string): unknown {
  try {
    return JSON.parse(stored(keeper, name) ?? onThisPage.get(name) ?? "null");
  } catch {
    return null;
  }
}

export function forget(keeper: Keeper, name: string): void {
  onThisPage.delete(name);
  try {
    storage(keeper).removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

function stored(keeper: Keeper, name: string): string | null {
  try {
    return storage(keeper).getItem(name);
  } catch {
    return null;
  }
}

/** A visit lasts as long as its tab. */
function storage(keeper: Keeper): Storage {
  return keeper === "visit" ? sessionStorage : localStorage;
}
