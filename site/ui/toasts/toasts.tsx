import { useEffect, useRef, useSyncExternalStore } from "react";
import { CloseButton } from "#site/ui/dialog/close-button.tsx";
import {
  closeToast,
  currentToast,
  startToastTimer,
  stopToastTimer,
  subscribeToToast,
  type Toast,
} from "./toast-store.ts";
import "./toasts.css";

const uses = [
  ["pointerenter", "pointerleave"],
  ["focusin", "focusout"],
] as const;

type ToastsProps = {
  /** Only toasts for this place are shown. */
  place: string;
  closeLabel: string;
};

/**
 * Shows the current toast: in a form above its button, where the visitor must act, and elsewhere at the top of the
 * window. A form in a dialog needs toasts of its own anyway, because a toast outside an open modal dialog is inert and not
 * in the accessibility tree, even as a popover. `toasts.css` shows only the toast that the visitor can reach.
 */
export function Toasts({ place, closeLabel }: ToastsProps) {
  const current = useSyncExternalStore(subscribeToToast, currentToast, () => undefined);
  const toast = current?.place === place ? current : undefined;
  const card = toast && <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />;
  const isError = toast?.variant === "destructive";
  return (
    // Hydration does not compare the attributes of this element, because `text-fonts.ts` may have added one before
    // hydration.
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
  useEffect(() => scrollToToast(card.current), []);

  /**
   * Closes the toast, and gives the focus back to the element that had it before: otherwise the keyboard would start
   * again at the top of the page.
   */
  function close() {
    closeToast();
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  }

  return (
    <div className="toast" data-variant={toast.variant} ref={card}>
      <div>
        <p className="toast__title">{toast.title}</p>
        <p className="toast__text">{toast.text}</p>
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

/** Scrolls to a toast that stands in a form. The problems of the fields come above it before the next frame. */
function scrollToToast(card: HTMLElement | null): void {
  requestAnimationFrame(() => card?.scrollIntoView({ block: "nearest" }));
}

/** A toast does not close by itself while the pointer is over it or the focus is in it. */
function keepWhileInUse(card: HTMLElement | null): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const inUse = new Set<string>();
  for (const [begin, end] of uses) {
    card?.addEventListener(begin, () => inUse.add(begin) && stopToastTimer(), { signal });
    card?.addEventListener(
      end,
      () => inUse.delete(begin) && inUse.size === 0 && startToastTimer(),
      {
        signal,
      },
    );
  }
  return () => listening.abort();
}
