export type Toast = {
  id: number;
  title: string;
  text: string;
  variant: "plain" | "destructive";
  /** Where it is shown: see `Toasts`. */
  place: string;
};

const closeAfterMs = 6_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast, which replaces the toast that is shown: only one is shown at a time. */
export function showToast(words: Omit<Toast, "id">): void {
  lastId += 1;
  setToast({ ...words, id: lastId });
  startToastTimer();
}

export function closeToast(): void {
  clearTimeout(timer);
  setToast(undefined);
}

export function stopToastTimer(): void {
  clearTimeout(timer);
}

/** Starts the time after which a toast closes by itself. A toast with an error stays until the visitor closes it. */
export function startToastTimer(): void {
  clearTimeout(timer);
  if (current?.variant === "plain") timer = setTimeout(closeToast, closeAfterMs);
}

export function currentToast(): Toast | undefined {
  return current;
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToast(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}
