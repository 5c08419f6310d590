import { backup as phrases } from "#phrases/commands/backup.ts";
import {
  type CommandOutcome,
  done,
  failed,
  type WithStore,
} from "#server/commands/command-line/command.ts";
import { findRepeatedCopies, forgetRepeatedCopies } from "#server/store/backup/repeated-copies.ts";

/** Ends the alarm about a place where no copies are made any more on purpose. */
export async function forgetCopies(
  { store, openStore, write }: WithStore,
  place: string,
): Promise<CommandOutcome> {
  const opened = await openStore(store);
  if (opened.kind === "unusable") return failed(opened.mistake);
  const { database } = opened;
  try {
    if (!(await forgetRepeatedCopies(database, place))) {
      const others = await findRepeatedCopies(database);
      return failed(
        phrases.notExpected(
          place,
          others.map((copy) => copy.place),
        ),
      );
    }
    await write(`${phrases.forgotten(place)}\n`);
    return done;
  } finally {
    await database.destroy();
  }
}
