import "./hidden-price.css";

/** Replaces a price that is not revealed yet: a glowing bar instead of a number. */
export function HiddenPrice({ currency, label }: { currency: string; label: string }) {
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
