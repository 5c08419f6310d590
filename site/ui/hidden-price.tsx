import type { ReactNode } from "react";
import "./hidden-price.first.css";

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
