import type { Person } from "#server/storage/leads/person.ts";
import { failed, type Outcome } from "./command-line/command.ts";
import { instant } from "./printing/text.ts";

export function nobodyHere(email: string, { erasedAt }: Person): Outcome {
  const erased = erasedAt === undefined ? "" : ` Erased on ${instant(erasedAt)}.`;
  return failed(
    `No person here has the e-mail ${email}.${erased} Check its spelling, or see: list`,
  );
}
