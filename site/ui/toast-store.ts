export type Toast = {
  id: number;
  title: string;
  text: string;
  variant: "plain" | "destructive";
};

export const toastLifeMs = 6_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Errors stay until they are closed; anything else goes by itself, but never under a hand. */
export function showToast(words: Omit<Toast, "id">): void {
  lastId += 1;
  const toast = { ...words, id: lastId };
  setToasts([...toasts.filter((other) => other.title !== words.title), toast]);
  releaseToast(toast);
}

export function closeToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  setToasts(toasts.filter((toast) => toast.id !== id));
}

/** While it is hovered or holds the focus, a toast does not go. */
export function holdToast({ id }: Toast): void {
  clearTimeout(timers.get(id));
}

export function releaseToast({ id, variant }: Toast): void {
  clearTimeout(timers.get(id));
  if (variant === "plain") timers.set(id, setTimeout(closeToast, toastLifeMs, id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
