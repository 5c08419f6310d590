import { type ReactNode, startTransition } from "react";
import { UnexpectedError } from "#site/pages/unexpected-error.tsx";
import type { IslandName } from "#site/ui/island.tsx";
import { PageForm } from "./capture/form/page-form.tsx";
import { openShareSheet } from "./capture/friend/share-sheet.ts";
import { LeadCapture } from "./capture/popup/lead-capture.tsx";
import { noteStep } from "./counting/notes.ts";
import { keepVisitorWork } from "./keep-visitor-work.ts";
import { reactRoots } from "./react-roots.ts";
import { isCalm } from "./ui/calm/calm-mode.ts";
import { ignoreSecondPresses } from "./ui/dialog/ignore-second-presses.ts";

const islands: Record<IslandName, ReactNode> = {
  "lead-capture": <LeadCapture />,
  "page-form": <PageForm />,
};

/** Hydrates each interactive part as its own React root; the rest of the page needs no React. */
export function hydrateIslands(page: Document): void {
  for (const [name, island] of Object.entries(islands)) {
    const place = page.querySelector(`[data-island="${name}"]`);
    // In a transition React pauses every few milliseconds, so that the page can react to the visitor.
    if (place) startTransition(() => hydrate(place, island));
  }
  openShareSheet(page);
  ignoreSecondPresses(page);
}

function hydrate(place: Element, island: ReactNode): void {
  const { ownerDocument: page } = place;
  const restoreWork = keepVisitorWork(place);
  reactRoots.hydrateRoot(place, island, {
    onUncaughtError: (error) => showCrash(page, error),
    onRecoverableError: (error) => {
      reportError(error);
      restoreWork();
    },
  });
}

/** Replaces the page by the error page, which links to the landing page. The browser writes the error itself to the console. */
function showCrash(page: Document, error: unknown): void {
  reportError(error);
  noteStep("error-shown", "none");
  // The calm switch disappears with the page, so the attribute `data-calm` keeps the calm mode on.
  if (isCalm(page)) page.documentElement.dataset["calm"] = "";
  reactRoots.createRoot(page.body).render(<UnexpectedError />);
}
