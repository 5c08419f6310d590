import type { ReactNode } from "react";
import "./ornaments.first.css";

/** The symbol of neurodiversity, as one thin line. It is an ornament, hidden from screen readers. */
export function InfinityLine() {
  return (
    <svg className="infinity-line" viewBox="0 0 120 60" aria-hidden="true">
      <path
        d="M60 30C48 12 38 6 27 6a24 24 0 0 0 0 48c11 0 21-6 33-24S82 6 93 6a24 24 0 0 1 0 48C82 54 72 48 60 30Z"
        fill="none"
        stroke="currentColor"
      />
    </svg>
  );
}

/** A glowing bar in place of a price that is not revealed yet. */
export function HiddenPrice({ currency, label }: { currency: string; label: ReactNode }) {
  return (
    <span className="hidden-price">
      <span className="hidden-price__currency" aria-hidden="true">
        {currency}
      </span>
      <span className="hidden-price__bar" aria-hidden="true" />
      <span className="hidden-price__label">{label}</span>
    </span>
  );
}
