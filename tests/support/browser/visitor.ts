import type { Lead } from "#lead/lead.ts";
import { ana } from "#tests/support/people.ts";

let count = 0;

/** Ana (`tests/support/people.ts`), with an e-mail that no other test uses. */
export function visitor(changes: Partial<Lead> = {}): Lead {
  count += 1;
  return { ...ana, email: `visitor-${process.pid}-${count}@example.com`, ...changes };
}
