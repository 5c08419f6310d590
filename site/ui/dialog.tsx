import type { ReactNode, RefObject } from "react";
import "./dialog.css";

type DialogProps = {
  id: string;
  title: string;
  closeLabel: string;
  ref: RefObject<HTMLDialogElement | null>;
  children: ReactNode;
};

/**
 * A native modal dialog. It may be opened before React arrives (`command="show-modal"`), so the
 * `open` attribute belongs to the browser: React never sets it and never complains of it.
 */
export function Dialog({ id, title, closeLabel, ref, children }: DialogProps) {
  const titleId = `${id}-title`;
  return (
    <dialog
      className="dialog"
      id={id}
      ref={ref}
      aria-labelledby={titleId}
      closedby="any"
      suppressHydrationWarning
    >
      <div className="dialog__head">
        <h2 className="dialog__title" id={titleId}>
          {title}
        </h2>
        <button
          className="dialog__close"
          type="button"
          command="close"
          commandfor={id}
          aria-label={closeLabel}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  );
}
