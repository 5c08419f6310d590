import type { ReactNode, RefObject } from "react";
import { CloseCross } from "./close-cross.tsx";
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
          <CloseCross size={20} />
        </button>
      </div>
      {children}
    </dialog>
  );
}
