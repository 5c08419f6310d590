import { type RefObject, useEffect, useState } from "react";

const stepsOfKey = new Map([
  ["ArrowLeft", -1],
  ["ArrowRight", 1],
]);

type CarouselState = {
  /** The slide at the left edge, counted from 0. */
  current: number;
  goBy: (steps: number) => void;
};

/** The scroll position is the state: arrows and keys move it, and swiping moves it too. */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): CarouselState {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const strip = track.current;
    if (!strip) return;
    // Chromium and Firefox let the keyboard into a strip that scrolls; Safari has to be told.
    strip.tabIndex = 0;
    const listening = new AbortController();
    const { signal } = listening;
    strip.addEventListener("scroll", () => setCurrent(nearestSlide(strip)), {
      signal,
      passive: true,
    });
    strip.addEventListener("keydown", (event) => obeyArrow(event, strip, count), { signal });
    return () => listening.abort();
  }, [track, count]);

  function goBy(steps: number) {
    if (track.current) scrollBySlides(track.current, steps, count);
  }

  return { current, goBy };
}

function obeyArrow(event: KeyboardEvent, strip: HTMLElement, count: number): void {
  const steps = stepsOfKey.get(event.key);
  if (steps === undefined) return;
  event.preventDefault();
  scrollBySlides(strip, steps, count);
}

function scrollBySlides(strip: HTMLElement, steps: number, count: number): void {
  const index = wrapped(strip, nearestSlide(strip) + steps, count);
  strip.scrollTo({ left: index * slideWidth(strip) });
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
