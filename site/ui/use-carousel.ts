import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const stepsOfKey = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

/** What the visitor does to the strip: from here on it is not under way to anywhere. */
const ownMoves = ["pointerdown", "touchstart", "wheel"];

type CarouselState = {
  /** The slide at the left edge, counted from 0. */
  current: number;
  goBy: (steps: number) => void;
};

/** The scroll position is the state: arrows and keys move it, and swiping moves it too. */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): CarouselState {
  const [current, setCurrent] = useState(0);
  /** Where a smooth scroll is going: the next press counts from there, and the way is not told. */
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
      onOwnMove: () => {
        destination.current = undefined;
      },
      onArrow: goBy,
    });
  }, [track, goBy]);

  return { current, goBy };
}

type Follower = {
  onScroll: (slide: number) => void;
  onOwnMove: () => void;
  onArrow: (steps: number) => void;
};

function follow(strip: HTMLElement, { onScroll, onOwnMove, onArrow }: Follower): () => void {
  const listening = new AbortController();
  const quietly = { signal: listening.signal, passive: true };
  strip.addEventListener("scroll", () => onScroll(nearestSlide(strip)), quietly);
  for (const type of ownMoves) strip.addEventListener(type, onOwnMove, quietly);
  strip.addEventListener("keydown", (event) => obeyArrow(event, onArrow), {
    signal: listening.signal,
  });
  return () => listening.abort();
}

function obeyArrow(event: KeyboardEvent, onArrow: (steps: number) => void): void {
  const steps = stepsOfKey.get(event.key);
  if (steps === undefined) return;
  event.preventDefault();
  onArrow(steps);
}

/** Past the last slide that can stand at the left edge comes the first, and the other way round. */
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
