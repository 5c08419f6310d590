import { sayFull, takePlace } from "#server/groups/count-presses.ts";
import { listGroups } from "#server/groups/groups.ts";
import type { Database } from "#server/store/row-types.ts";
import type { Engine } from "#tests/support/store/temporary-database.ts";
import { createOperator } from "./operator.ts";

/** An operator whose store has these groups, and who answers no to each question. Each command runs a second later. */
export async function operatorWithGroups(engine: Engine = "sqlite", ...added: string[]) {
  const operator = await createOperator(engine);
  const questions: string[] = [];
  let now = Date.parse("2026-11-01T12:00:00Z");
  const io = {
    prompt(question: string) {
      questions.push(question);
      return Promise.resolve("não");
    },
    clock: () => now,
  };
  const run = (...words: string[]) => {
    now += 1_000;
    return operator.run(words, io);
  };
  for (const link of added) await run("groups", "add", link);
  const people = Array.from({ length: 9 }, (_, index) => `person-${index}`);
  /** New people press the button of the group, and then do something more. */
  const press = (count: number, then?: (database: Database, press: Press) => Promise<unknown>) =>
    operator.use(async (database) => {
      for (const person of people.splice(0, count)) {
        await takePlace(database, { person });
        await then?.(database, { person, now });
      }
    });
  return {
    run,
    questions,
    groups: () => operator.use(listGroups),
    actions: operator.actions,
    press: (count: number) => press(count),
    pressWithoutPass: (count: number) =>
      operator.use(async (database) => {
        for (let pressed = 0; pressed < count; pressed += 1)
          await takePlace(database, { person: undefined });
      }),
    findFull: (count: number) => press(count, sayFull),
  };
}

type Press = { person: string; now: number };
