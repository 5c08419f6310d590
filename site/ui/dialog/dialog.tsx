import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from "react";
import "./dialog.css";

type DialogProps = Omit<ComponentProps<"dialog">, "title"> & {
  id: string;
  title: ReactNode;
  closeLabel: string;
};

/**
 * A native modal dialog. Its heading has the focus first, so that a visitor does not begin at the close button. Only
 * the browser sets the attribute `open`, and hydration does not compare this attribute, because a button
 * (`command="show-modal"`) may open the dialog before React has loaded.
 */
export function Dialog({ id, title, closeLabel, children, ...rest }: DialogProps) {
  const titleId = `${id}-title`;
  return (
    <dialog {...rest} className="dialog" id={id} aria-labelledby={titleId} suppressHydrationWarning>
      <h2 className="dialog__title" id={titleId} tabIndex={-1} autoFocus>
        {title}
      </h2>
      <CloseButton
        className="dialog__close"
        label={closeLabel}
        size={20}
        command="close"
        commandfor={id}
      />
      <Announcement />
      {children}
    </dialog>
  );
}

type CloseButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  label: string;
  /** Width and height of the cross in pixels; the button itself is larger. */
  size: number;
};

/** A button that shows a cross; screen readers say the label. */
export function CloseButton({ label, size, className = "", ...rest }: CloseButtonProps) {
  return (
    <button
      {...rest}
      className={`close-button ${className}`.trim()}
      type="button"
      aria-label={label}
    >
      <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
        <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}

/**
 * An empty, invisible element: screen readers say a sentence that is written into it. Each dialog needs its own,
 * because everything outside an open modal dialog is inert.
 */
export function Announcement() {
  return (
    <p className="visually-hidden" role="status" data-event="announcement" suppressHydrationWarning>
      {""}
    </p>
  );
}
