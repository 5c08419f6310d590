import { useEffect, useRef, useSyncExternalStore } from "react";
import { CloseButton } from "#site/ui/dialog/dialog.tsx";
import "./toasts.css";

type Toast = {
  id: number;
  title: string;
  text: string;
  variant: "plain" | "destructive";
  /** The name of the part of the page that shows the toast: see `Toasts`. */
  place: string;
};

const closeAfterMs = 6_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast, which replaces the present toast: only one toast is shown at a time. */
export function showToast(words: Omit<Toast, "id">): void {
  lastId += 1;
  setToast({ ...words, id: lastId });
  startToastTimer();
}

export function closeToast(): void {
  clearTimeout(timer);
  setToast(undefined);
}

/** Starts the time after which a toast closes by itself. A toast with an error stays until the visitor closes it. */
function startToastTimer(): void {
  clearTimeout(timer);
  if (current?.variant === "plain") timer = setTimeout(closeToast, closeAfterMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToast(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Shows the current toast, if its `place` is this one: in a form above its button, where the visitor must act,
 * otherwise at the top of the window. A form in a dialog needs toasts of its own anyway, because a toast outside an
 * open modal dialog is inert and not in the accessibility tree, even as a popover. `toasts.css` shows only the toast
 * that the visitor can reach.
 */
export function Toasts({ place, closeLabel }: { place: string; closeLabel: string }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  const toast = shown?.place === place ? shown : undefined;
  const card = toast && <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />;
  const isError = toast?.variant === "destructive";
  return (
    // Hydration does not compare the attributes of this element, because `text-fonts.ts` may have added an attribute
    // before hydration.
    <div className="toasts" suppressHydrationWarning>
      <div role="status">{!isError && card}</div>
      <div role="alert">{isError && card}</div>
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const card = useRef<HTMLDivElement>(null);
  const focusedBefore = useRef<EventTarget>(null);
  useEffect(() => keepWhileInUse(card.current), []);
  useEffect(() => scrollToNews(card.current), []);

  /**
   * Closes the toast, and gives the focus back to the element that had it before: otherwise the keyboard would start
   * again at the top of the page.
   */
  function close() {
    closeToast();
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  }

  return (
    <div className="toast small" data-variant={toast.variant} ref={card}>
      <div>
        <p className="toast__title">{toast.title}</p>
        <p>{toast.text}</p>
      </div>
      <CloseButton
        label={closeLabel}
        size={18}
        onFocus={(event) => {
          focusedBefore.current = event.relatedTarget;
        }}
        onClick={close}
      />
    </div>
  );
}

/**
 * Scrolls to an element that has just appeared in a form. It waits for the next frame, because the problems of the
 * fields appear above the element before that.
 */
export function scrollToNews(news: HTMLElement | null): void {
  requestAnimationFrame(() => news?.scrollIntoView({ block: "nearest" }));
}

/** Keeps a toast open while the pointer is over it or the focus is in it. */
function keepWhileInUse(card: HTMLElement | null): () => void {
  const listening = new AbortController();
  const inUse = new Set<string>();
  const hold = ({ type }: Event) => inUse.add(type) && clearTimeout(timer);
  const release = ({ type }: Event) => {
    inUse.delete(type === "focusout" ? "focusin" : "pointerenter");
    if (inUse.size === 0) startToastTimer();
  };
  for (const type of ["pointerenter", "focusin"]) card?.addEventListener(type, hold, listening);
  for (const type of ["pointerleave", "focusout"]) card?.addEventListener(type, release, listening);
  return () => listening.abort();
}
