import type { Person } from "#server/storage/person.ts";
import { failed, type Outcome } from "./command.ts";
import { instant } from "./instant.ts";

export function nobodyHere(email: string, { erasedAt }: Person): Outcome {
  const erased = erasedAt === undefined ? "" : ` Erased on ${instant(erasedAt)}.`;
  return failed(
    `No person here has the e-mail ${email}.${erased} Check its spelling, or see: list`,
  );
}
