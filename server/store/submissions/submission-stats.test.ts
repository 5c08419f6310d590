import { expect, test } from "vitest";
import { people } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { countBySlice, countSignUps } from "./submission-stats.ts";

const minute = 60_000;
const always = { since: 0, to: Number.MAX_SAFE_INTEGER };

test.each(engines)(
  "on %s a person who signs up twice counts as one person, and is new only once",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const [ana, bia] = people(2);
    if (ana === undefined || bia === undefined) throw new Error("Two people are needed.");
    const signUp = (lead: typeof ana, receivedAt: number, more = {}) =>
      appendSubmission(database, { lead, surface: "popup", receivedAt, ...more });
    await signUp(ana, minute);
    await signUp({ ...ana, email: ana.email.toUpperCase() }, 2 * minute + 1);
    await signUp(bia, 3 * minute - 1, { surface: "page" });
    await signUp(bia, minute, { flag: "honeypot" });
    expect(await countSignUps(database, always)).toEqual({
      signUps: 3,
      people: 2,
      held: 1,
      surfaces: new Map([
        ["popup", 2],
        ["page", 1],
      ]),
    });
    expect(await countBySlice(database, always, minute)).toEqual([
      { start: minute, signUps: 1, newPeople: 1 },
      { start: 2 * minute, signUps: 2, newPeople: 1 },
    ]);
    const later = { since: 2 * minute, to: 3 * minute - 1 };
    expect(await countSignUps(database, later)).toMatchObject({ signUps: 1, people: 1, held: 0 });
    expect(await countBySlice(database, later, minute)).toEqual([
      { start: 2 * minute, signUps: 1, newPeople: 0 },
    ]);
  },
);
