import "./infinity-line.first.css";

/** The sign of neurodiversity, as one thin line. It is an ornament, hidden from screen readers. */
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
