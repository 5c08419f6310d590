/** How long a value is kept: `"tab"` until the tab is closed, `"device"` also for later visits. */
type Lifetime = "tab" | "device";

/**
 * Keeps the values that the browser did not store, because storage is forbidden or full. Such a value is lost when the
 * visitor leaves the page; until then it is used in place of an older value in storage.
 */
const onThisPage = new Map<string, string>();

export function save(lifetime: Lifetime, name: string, value: unknown): void {
  if (store(lifetime, name, value)) onThisPage.delete(lifetime + name);
  else onThisPage.set(lifetime + name, JSON.stringify(value));
}

/** Saves a value that is useful only on later pages or visits. Returns whether the browser stores it. */
export function store(lifetime: Lifetime, name: string, value: unknown): boolean {
  try {
    storage(lifetime).setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the value saved under the name, or null when there is none. If the browser forbids storage, only values saved
 * on this page are found.
 */
export function load(lifetime: Lifetime, name: string): unknown {
  try {
    return JSON.parse(onThisPage.get(lifetime + name) ?? storage(lifetime).getItem(name) ?? "null");
  } catch {
    return null;
  }
}

export function remove(lifetime: Lifetime, name: string): void {
  onThisPage.delete(lifetime + name);
  try {
    storage(lifetime).removeItem(name);
  } catch {
    // The browser forbids storage, so storage holds no value to remove.
  }
}

function storage(lifetime: Lifetime): Storage {
  return lifetime === "tab" ? sessionStorage : localStorage;
}
