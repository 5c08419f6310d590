export type Toast = {
  id: number;
  title: string;
  text: string;
  variant: "plain" | "destructive";
};

const closeAfterMs = 6_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** Only one toast is shown at a time: a new one replaces the one before. */
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

/** Errors stay until the visitor closes them; other toasts close by themselves. */
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
