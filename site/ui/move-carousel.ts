const stepsOfKey: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The events with which the visitor begins to scroll by hand. They end a scroll that an arrow button started, so the
 * slide to which the button scrolled no longer counts.
 */
const visitorMoves = ["pointerdown", "wheel"];

/** Lets the arrow buttons and the arrow keys move the carousels of the page. */
export function moveCarousels(page: Document): void {
  for (const strip of page.querySelectorAll<HTMLElement>("[data-carousel]")) moveCarousel(strip);
}

/** The scroll position decides which slide is the present one, because arrow buttons, keys and swiping all change it. */
function moveCarousel(strip: HTMLElement): void {
  const carousel = strip.parentElement;
  const place = carousel?.querySelector<HTMLElement>("[data-to]");
  /**
   * The slide to which a smooth scroll moves. The next press of an arrow counts from this slide, and the slides that
   * pass during the scroll do not become the present one.
   */
  let destination: number | undefined;

  function showNumber(slide: number): void {
    const number = String(slide + 1);
    if (!place || place.textContent === number) return;
    place.textContent = number;
    // From this number the styles count the number of the last slide in view.
    place.style.cssText = `--slide:${number}`;
  }

  function goBy(steps: number): void {
    destination = wrapped(strip, (destination ?? nearestSlide(strip)) + steps);
    showNumber(destination);
    strip.scrollTo({ left: destination * slideWidth(strip) });
  }

  const forget = () => {
    destination = undefined;
  };
  for (const type of visitorMoves) strip.addEventListener(type, forget, { passive: true });
  strip.addEventListener("scroll", () => {
    const slide = nearestSlide(strip);
    if (slide !== (destination ?? slide)) return;
    forget();
    showNumber(slide);
  });
  // Something other than the arrow buttons may have scrolled the strip meanwhile.
  strip.addEventListener("scrollend", () => {
    forget();
    showNumber(nearestSlide(strip));
  });
  strip.addEventListener("keydown", (event) => {
    const steps = stepsOfKey[event.key];
    // With Alt or the Meta key, an arrow key makes the browser go back or forward.
    if (!steps || event.altKey || event.metaKey) return;
    event.preventDefault();
    goBy(steps);
  });
  carousel?.addEventListener("click", ({ target }) => {
    const arrow = target instanceof Element && target.closest<HTMLElement>("[data-steps]");
    if (arrow) goBy(Number(arrow.dataset["steps"]));
  });
}

/**
 * Makes a circle of the slides: after the last slide that can be at the left edge, the first slide follows, and before
 * the first slide is that last one.
 */
function wrapped(strip: HTMLElement, index: number): number {
  const inView = Math.round(strip.clientWidth / slideWidth(strip));
  const places = strip.childElementCount - inView + 1;
  return (index + places) % places;
}

function nearestSlide(strip: HTMLElement): number {
  return Math.round(strip.scrollLeft / slideWidth(strip));
}

function slideWidth(strip: HTMLElement): number {
  return strip.scrollWidth / strip.childElementCount;
}
