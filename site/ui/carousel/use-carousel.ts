import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const stepsOfKey = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/**
 * The events with which the visitor begins to scroll by hand. They end a scroll that an arrow button started: the slide
 * that it moved to no longer counts.
 */
const visitorMoves = ["pointerdown", "touchstart", "wheel"];

type CarouselState = {
  /** The number of the slide at the left edge; the first slide is 0. */
  current: number;
  goBy: (steps: number) => void;
};

/**
 * The scroll position decides which slide is the current one, because arrow buttons, keys and swiping all change it.
 */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): CarouselState {
  const [current, setCurrent] = useState(0);
  /**
   * The slide that a smooth scroll moves to. The next press of an arrow counts from this slide, and the slides on the
   * way to it are not announced.
   */
  const destination = useRef<number>(undefined);

  const goBy = useCallback(
    (steps: number) => {
      if (!track.current) return;
      const from = destination.current ?? nearestSlide(track.current);
      destination.current = wrapped(track.current, from + steps, count);
      setCurrent(destination.current);
      track.current.scrollTo({ left: destination.current * slideWidth(track.current) });
    },
    [track, count],
  );

  useEffect(() => {
    if (!track.current) return;
    return follow(track.current, {
      onScroll: (slide) => {
        if (slide !== (destination.current ?? slide)) return;
        destination.current = undefined;
        setCurrent(slide);
      },
      onVisitorMove: () => {
        destination.current = undefined;
      },
      onArrow: goBy,
    });
  }, [track, goBy]);

  return { current, goBy };
}

type Follower = {
  onScroll: (slide: number) => void;
  onVisitorMove: () => void;
  onArrow: (steps: number) => void;
};

function follow(strip: HTMLElement, { onScroll, onVisitorMove, onArrow }: Follower): () => void {
  const listening = new AbortController();
  const passive = { signal: listening.signal, passive: true };
  strip.addEventListener("scroll", () => onScroll(nearestSlide(strip)), passive);
  for (const type of visitorMoves) strip.addEventListener(type, onVisitorMove, passive);
  strip.addEventListener("keydown", (event) => stepByArrow(event, onArrow), {
    signal: listening.signal,
  });
  return () => listening.abort();
}

function stepByArrow(event: KeyboardEvent, onArrow: (steps: number) => void): void {
  const steps = stepsOfKey.get(event.key);
  if (steps === undefined) return;
  event.preventDefault();
  onArrow(steps);
}

/**
 * Makes a circle of the slides: after the last slide that can be at the left edge comes the first slide, and before the
 * first comes that last one.
 */
function wrapped(strip: HTMLElement, index: number, count: number): number {
  const last = count - Math.round(strip.clientWidth / slideWidth(strip));
  if (index < 0) return last;
  return index > last ? 0 : index;
}

function nearestSlide(strip: HTMLElement): number {
  return Math.round(strip.scrollLeft / slideWidth(strip));
}

function slideWidth(strip: HTMLElement): number {
  return strip.scrollWidth / strip.childElementCount;
}
