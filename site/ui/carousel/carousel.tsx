import { type ReactNode, useRef } from "react";
import { useCarousel } from "./use-carousel.ts";
import "./carousel.css";

type CarouselProps = {
  label: string;
  previous: string;
  next: string;
  /** Returns the text that says which slide is in view; the first slide has the number 1. */
  position: (number: number) => string;
  count: number;
  /** `CarouselSlide`s. */
  children: ReactNode;
};

/** The number of slides that `carousel.css` shows at once on a wide screen. */
const maxInView = 3;

/**
 * A list of slides that scrolls without script, also by keyboard (Safari needs `tabIndex` for that). With script, arrow
 * buttons go from slide to slide, and from the last slide to the first. The buttons are hidden while all slides are in
 * view.
 */
export function Carousel({ label, previous, next, position, count, children }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  const { current, goBy } = useCarousel(track, count);

  return (
    <section
      className="carousel"
      aria-label={label}
      data-slides={count <= maxInView ? count : undefined}
    >
      <ul className="carousel__track" ref={track} tabIndex={0}>
        {children}
      </ul>
      <div className="carousel__controls">
        <ArrowButton label={previous} points="M12 4 6 10l6 6" onPress={() => goBy(-1)} />
        <p className="carousel__position" aria-live="polite">
          {position(current + 1)}
        </p>
        <ArrowButton label={next} points="m8 4 6 6-6 6" onPress={() => goBy(1)} />
      </div>
    </section>
  );
}

export function CarouselSlide({ children }: { children: ReactNode }) {
  return <li className="carousel__slide">{children}</li>;
}

type ArrowButtonProps = { label: string; points: string; onPress: () => void };

function ArrowButton({ label, points, onPress }: ArrowButtonProps) {
  return (
    <button className="carousel__arrow" type="button" aria-label={label} onClick={onPress}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={points} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
