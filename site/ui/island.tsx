import type { ReactNode } from "react";

/** A part of the page that becomes interactive on its own; see `site/islands.tsx`. */
export function Island({ name, children }: { name: string; children: ReactNode }) {
  return <div data-island={name}>{children}</div>;
}
