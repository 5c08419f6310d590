export type Toast = {
  id: number;
  title: string;
  text: string;
  variant: "plain" | "destructive";
};

const lifeMs = 6_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** One at a time: what is said now takes the place of what was said before. */
export function showToast(words: Omit<Toast, "id">): void {
  lastId += 1;
  setToast({ ...words, id: lastId });
  releaseToast();
}

export function closeToast(): void {
  clearTimeout(timer);
  setToast(undefined);
}

/** While it is hovered or holds the focus, a toast does not go. */
export function holdToast(): void {
  clearTimeout(timer);
}

/** Errors stay until they are closed; anything else goes by itself after a while. */
export function releaseToast(): void {
  clearTimeout(timer);
  if (current?.variant === "plain") timer = setTimeout(closeToast, lifeMs);
}

export function currentToast(): Toast | undefined {
  return current;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToast(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}
