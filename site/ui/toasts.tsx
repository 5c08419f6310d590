import { useEffect, useRef, useSyncExternalStore } from "react";
import { CloseCross } from "./close-cross.tsx";
import {
  closeToast,
  currentToast,
  holdToast,
  onToastChange,
  releaseToast,
  type Toast,
} from "./toast-store.ts";
import "./toasts.css";

const holds = [
  ["pointerenter", "pointerleave"],
  ["focusin", "focusout"],
] as const;

/**
 * An outlet of the one store of toasts. A toast outside an open modal dialog is inert and not in
 * the accessibility tree, even as a popover: so each dialog has an outlet too, and the styles show
 * the one that the visitor can reach.
 */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const toast = useSyncExternalStore(onToastChange, currentToast, () => undefined);
  const card = toast && <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />;
  const isError = toast?.variant === "destructive";
  return (
    // `own-face.ts` may have added its attribute before React hydrates this element.
    <div className="toasts" suppressHydrationWarning>
      <div role="status">{!isError && card}</div>
      <div role="alert">{isError && card}</div>
    </div>
  );
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const card = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<EventTarget>(null);
  useEffect(() => holdUnderHand(card.current), []);

  /** The focus goes back: a toast that takes it along would send the keyboard to the top of the page. */
  function close() {
    closeToast();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <div className="toast" data-variant={toast.variant} ref={card}>
      <div>
        <p className="toast__title">{toast.title}</p>
        <p className="toast__text">{toast.text}</p>
      </div>
      <button
        className="toast__close"
        type="button"
        aria-label={closeLabel}
        onFocus={(event) => {
          cameFrom.current = event.relatedTarget;
        }}
        onClick={close}
      >
        <CloseCross size={18} />
      </button>
    </div>
  );
}

/** Hovered or with the focus in it, a toast does not go. */
function holdUnderHand(card: HTMLElement | null): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const held = new Set<string>();
  for (const [begin, end] of holds) {
    card?.addEventListener(begin, () => held.add(begin) && holdToast(), { signal });
    card?.addEventListener(end, () => held.delete(begin) && held.size === 0 && releaseToast(), {
      signal,
    });
  }
  return () => listening.abort();
}
