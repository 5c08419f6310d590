import type { ReactNode } from "react";

/** The parts of the landing page that React hydrates: see `site/islands.tsx`. */
export type IslandName = "lead-capture" | "page-form";

/** Marks the place of an island in the prerendered page. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  return <div data-island={name}>{children}</div>;
}
