import type { Person } from "#server/storage/leads/person.ts";
import { type CommandOutcome, failed } from "./command-line/command.ts";
import { instant } from "./printing/text.ts";

export function unknownPerson(email: string, { erasedAt }: Person): CommandOutcome {
  const erased = erasedAt === undefined ? "" : ` Erased on ${instant(erasedAt)}.`;
  return failed(
    `No person here has the e-mail ${email}.${erased} Check its spelling, or see: list`,
  );
}
