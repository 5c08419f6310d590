import { expect, test } from "vitest";
import { noteRepeatedCopy } from "#server/copies/repeated-copies.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { watching } from "#tests/support/watch/watching.ts";

const minute = 60_000;

test.each(engines)(
  "on %s copies that stop are a trouble after three intervals, until there is a new one",
  async (engine) => {
    const { database, night, receiver, lines } = await watching(engine);
    const copy = () => ({ place: "/backups", everyMs: minute, at: night.clock() });
    await noteRepeatedCopy(database, copy());
    await night.pass(3 * minute - 15_000);
    expect(receiver.told()).toEqual([]);
    await night.pass(minute);
    expect(receiver.told()).toEqual(["began copias-atrasadas"]);
    await noteRepeatedCopy(database, copy());
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual(["began copias-atrasadas", "over copias-atrasadas"]);
    expect(lines.join("")).toContain('"alarm":"copias-atrasadas"');
    expect(lines.join("")).toContain('"alarmOver":"copias-atrasadas"');
  },
);
