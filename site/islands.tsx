import { type ReactNode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { UnexpectedError } from "#site/pages/unexpected-error.tsx";
import { LessonPlayers } from "#site/sections/lessons.tsx";
import { TestimonialCarousel } from "#site/sections/testimonials.tsx";
import { isCalm } from "#site/ui/calm-mode.ts";
import { SignUpForm } from "./capture/form/sign-up-form.tsx";
import { LeadCapture } from "./capture/popup/lead-capture.tsx";

const islands: Record<string, ReactNode> = {
  "lead-capture": <LeadCapture />,
  "sign-up-form": <SignUpForm />,
  "lesson-players": <LessonPlayers />,
  "testimonial-carousel": <TestimonialCarousel />,
};

/** Each interactive part wakes as a React root of its own; the words around it never do. */
export function hydrateIslands(page: Document): void {
  for (const [name, island] of Object.entries(islands)) {
    const place = page.querySelector(`[data-island="${name}"]`);
    if (place) startTransition(() => hydrate(place, island));
  }
}

/** In a transition React works a few milliseconds at a time: whatever the visitor does comes first. */
function hydrate(place: Element, island: ReactNode): void {
  const { ownerDocument: page } = place;
  hydrateRoot(place, island, { onUncaughtError: (error) => showCrash(page, error) });
}

/** What broke goes to the console; the visitor gets the error screen and the way home. */
function showCrash(page: Document, error: unknown): void {
  console.error(error);
  // The switch goes with the page: what it said stays.
  if (isCalm(page)) page.documentElement.dataset["calm"] = "";
  createRoot(page.body).render(<UnexpectedError />);
}
