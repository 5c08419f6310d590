import type { ReactNode } from "react";
import "./carousel.css";

type CarouselProps = {
  label: string;
  previous: string;
  next: string;
  /** The text that says which slide is in view, with `{number}` in place of its number; the first slide has the number 1. */
  position: string;
  /** The word between the numbers of the first and the last slide in view, where the styles show several. */
  to: string;
  count: number;
  /** `CarouselSlide`s. */
  children: ReactNode;
};

/** The number of slides that `carousel.css` shows at once on a wide screen. */
const maxInView = 3;

/**
 * A list of slides that scrolls without script, also by keyboard (Safari needs `tabIndex` for that). With script, arrow
 * buttons go from slide to slide, and from the last slide to the first: see `move-carousel.ts`. The buttons are hidden
 * while all slides are in view.
 */
export function Carousel({ label, previous, next, position, to, count, children }: CarouselProps) {
  const [before, after] = position.split("{number}");
  return (
    <section
      className="carousel"
      aria-label={label}
      data-slides={count <= maxInView ? count : undefined}
    >
      <ul className="carousel__track" tabIndex={0} data-carousel="">
        {children}
      </ul>
      <div className="carousel__controls">
        <ArrowButton label={previous} points="M12 4 6 10l6 6" steps={-1} />
        <p className="carousel__position" aria-live="polite" aria-atomic="true">
          {before}
          <span data-to={to}>1</span>
          {after}
        </p>
        <ArrowButton label={next} points="m8 4 6 6-6 6" steps={1} />
      </div>
    </section>
  );
}

export function CarouselSlide({ children }: { children: ReactNode }) {
  return <li className="carousel__slide">{children}</li>;
}

type ArrowButtonProps = { label: string; points: string; steps: number };

function ArrowButton({ label, points, steps }: ArrowButtonProps) {
  return (
    <button className="carousel__arrow" type="button" aria-label={label} data-steps={steps}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={points} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
