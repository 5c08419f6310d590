import { readSource, type VisitSource } from "#lead/visit-source.ts";

/** Where the first and the last visit of a sign-up came from: the JSON in the column `source`. */
export function readVisits(source: string | null | undefined): {
  first: VisitSource | undefined;
  last: VisitSource | undefined;
} {
  const stored: unknown = JSON.parse(source ?? "{}");
  const visits = new Map<string, unknown>(
    typeof stored === "object" && stored !== null ? Object.entries(stored) : [],
  );
  return { first: readSource(visits.get("first")), last: readSource(visits.get("last")) };
}
