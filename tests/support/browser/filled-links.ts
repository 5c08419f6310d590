import type { Locator } from "@playwright/test";

/** The labels of the visible links that a colour fills, as it fills a button that is not a quiet one. */
export function filledLinks(place: Locator): Promise<string[]> {
  return place.getByRole("link").evaluateAll((links) =>
    links
      .filter((link) => {
        const { backgroundColor } = link.ownerDocument.defaultView.getComputedStyle(link);
        return backgroundColor !== "rgba(0, 0, 0, 0)";
      })
      .map((link) => link.textContent ?? ""),
  );
}
