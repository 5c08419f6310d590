import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";

type CarouselState = {
  /** The slide at the left edge, counted from 0. */
  current: number;
  goBy: (steps: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The scroll position is the state: arrows and keys move it, and swiping moves it too. */
export function useCarousel(track: RefObject<HTMLElement | null>, count: number): CarouselState {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const strip = track.current;
    if (!strip) return;
    const follow = () => setCurrent(nearestSlide(strip));
    strip.addEventListener("scroll", follow, { passive: true });
    return () => strip.removeEventListener("scroll", follow);
  }, [track]);

  function goBy(steps: number) {
    const strip = track.current;
    if (strip) scrollToSlide(strip, wrapped(strip, nearestSlide(strip) + steps, count));
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    goBy(steps);
  }

  return { current, goBy, onKeyDown };
}

function nearestSlide(strip: HTMLElement): number {
  return Math.round(strip.scrollLeft / slideWidth(strip));
}

function scrollToSlide(strip: HTMLElement, index: number): void {
  strip.scrollTo({ left: index * slideWidth(strip) });
}

/** Past the last slide that can stand at the left edge comes the first, and the other way round. */
function wrapped(strip: HTMLElement, index: number, count: number): number {
  const last = count - Math.round(strip.clientWidth / slideWidth(strip));
  if (index < 0) return last;
  return index > last ? 0 : index;
}

function slideWidth(strip: HTMLElement): number {
  return strip.scrollWidth / strip.childElementCount;
}
