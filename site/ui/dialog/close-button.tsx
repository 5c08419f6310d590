import type { ButtonHTMLAttributes } from "react";
import "./close-button.css";

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
