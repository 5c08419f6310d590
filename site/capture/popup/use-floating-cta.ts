import { type RefObject, useEffect, useState } from "react";
import { launch } from "#content/launch.ts";
import { load, save } from "#site/capture/memory/browser-storage.ts";

const dismissedName = "floating-cta-dismissed";

/** The form and the footer, which the floating bar must not cover: the bar is hidden while one of them is in view. */
const neverCovered = "#form-section, footer";

/** The greatest height in pixels that the floating bar can take at the bottom of the window, with its margins. */
const reservedPx = 110;

type FloatingCtaState = { shown: boolean; dismiss: () => void };

export function useFloatingCta(bar: RefObject<HTMLElement | null>): FloatingCtaState {
  const [dismissed, setDismissed] = useState(false);
  const scrolled = useScrolledPast(launch.floatingCtaScrollPx);
  const overNeverCovered = useInView(neverCovered);
  const overFocus = useFocusUnder(bar);

  // The state "dismissed" is read after hydration, in an effect: the prerendered page cannot know whether the visitor
  // dismissed the bar, and the first state must equal the prerendered page.
  useEffect(() => setDismissed(load("tab", dismissedName) === true), []);

  function dismiss() {
    save("tab", dismissedName, true);
    setDismissed(true);
  }

  return { shown: scrolled && !dismissed && !overNeverCovered && !overFocus, dismiss };
}

function useScrolledPast(limitPx: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > limitPx);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [limitPx]);
  return past;
}

function useInView(selector: string): boolean {
  const [inView, setInView] = useState(false);
  useEffect(() => {
    const visible = new Set<Element>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target);
        else visible.delete(target);
      }
      setInView(visible.size > 0);
    });
    for (const place of document.querySelectorAll(selector)) observer.observe(place);
    return () => observer.disconnect();
  }, [selector]);
  return inView;
}

/** Whether the floating bar would cover the element that has the focus. */
function useFocusUnder(bar: RefObject<HTMLElement | null>): boolean {
  const [under, setUnder] = useState(false);
  useEffect(() => {
    const look = () => {
      const { current } = bar;
      const focused = document.activeElement;
      if (!current || !focused || current.contains(focused) || focused.closest("dialog")) return;
      const top = window.innerHeight - reservedPx;
      const { top: focusTop, bottom: focusBottom } = focused.getBoundingClientRect();
      setUnder(focused !== document.body && focusBottom > top && focusTop < window.innerHeight);
    };
    addEventListener("focusin", look);
    addEventListener("scroll", look, { passive: true });
    return () => {
      removeEventListener("focusin", look);
      removeEventListener("scroll", look);
    };
  }, [bar]);
  return under;
}
