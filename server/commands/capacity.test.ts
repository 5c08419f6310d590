import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { addContactPath } from "#lead/contract.ts";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { addGroup } from "#server/groups/groups.ts";
import { addRoom } from "#server/rooms/rooms.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { conclude, limitsOf, type Measured } from "./capacity.ts";

const group = {
  ...{ id: 1, link: "https://chat.whatsapp.com/A", members: 1_024, saidFull: 0 },
  ...{ stopAt: 1_000, taken: 0, state: "open" as const },
};

function room(places: number | null, entered: number) {
  return { id: 1, link: "https://sala.example/", places, entered, chosenAt: 1 };
}

const machine: Measured = {
  commitsPerSecond: 1_000,
  documentMs: 0.1,
  signUpMs: 0.2,
  cores: 8,
  openFiles: 20_000,
  freeBytes: 50e9,
  groups: [],
  rooms: [],
};

test.each<[string, Partial<Measured>, number, string]>([
  [
    "fits",
    {},
    2_000,
    "Cabem 2.000 inscrições em 10 minutos, com folga de 49 vezes; o primeiro a faltar seria: máquina, com o Caddy.",
  ],
  [
    "lacks 37 groups",
    {
      cores: 16,
      groups: [{ ...group, stopAt: 64_000, taken: 1_000 }, group, { ...group, state: "closed" }],
    },
    101_000,
    "Não cabem 101.000 inscrições em 10 minutos. Falta primeiro: grupos (só para 63% delas). O que fazer: faltam 37 grupos.",
  ],
  [
    "lacks one group",
    { groups: [group] },
    1_001,
    "Não cabem 1.001 inscrições em 10 minutos. Falta primeiro: grupos (só para 99% delas). O que fazer: falta 1 grupo.",
  ],
  [
    "has a room that is too small",
    { rooms: [room(500, 300), room(300, 0), room(9, 20)] },
    1_000,
    "Não cabem 1.000 inscrições em 10 minutos. Falta primeiro: salas (só para 50% delas). O que fazer: faltam lugares nas salas: abra outra, e room add <link>.",
  ],
  [
    "has a second room without a limit",
    { rooms: [room(500, 0), room(null, 0)] },
    1_000,
    "Cabem 1.000 inscrições em 10 minutos, com folga de 98 vezes; o primeiro a faltar seria: máquina, com o Caddy.",
  ],
  [
    "has a full disk",
    { freeBytes: 1e6 },
    1_000,
    "Não cabem 1.000 inscrições em 10 minutos. Falta primeiro: espaço (só para 33% delas). O que fazer: libere espaço no disco.",
  ],
])("the sentence for a machine that %s", (_, special, expected, sentence) => {
  const limits = limitsOf({ ...machine, ...special }, expected, 10);
  expect(conclude(limits, expected, 10)).toBe(sentence);
});

test("twice the sign-ups, or half the minutes, halve what the machine bears", () => {
  const timesOf = (expected: number, minutes: number) =>
    limitsOf(machine, expected, minutes).find(({ name }) => name === "servidor")?.times ?? 0;
  expect(timesOf(2_000, 10)).toBeCloseTo(timesOf(1_000, 10) / 2);
  expect(timesOf(1_000, 5)).toBeCloseTo(timesOf(1_000, 10) / 2);
});

test.each(engines)(
  "on %s capacity measures a server of its own, and leaves nothing",
  async (engine) => {
    const { run, use } = await createOperator(engine);
    await use((database) =>
      addGroup(database, { link: group.link, members: 1_024, stopAt: 1_000, now: 0 }),
    );
    for (const places of [500, 600])
      await use((database) => addRoom(database, { link: "https://example.com/", places, now: 0 }));
    const asked = new Set<string>();
    const startServer: CommandLineIo["startServer"] = async () => {
      const { url } = await startHttpServer((request, response) => {
        asked.add(`${request.method} ${request.url}`);
        request.resume();
        response.end();
      });
      return { kind: "serving", port: Number(new URL(url).port), stop: async () => {} };
    };
    const { code, out } = await run(["capacity", "--expect", "1001"], { startServer });
    expect(code).toBe(1);
    expect(out).toMatch(/^disco: [\d.]+ gravações por segundo/);
    expect(out).toContain("grupos: 1.000 lugares livres\n");
    expect(out).toContain("salas: 1.100 lugares livres\n");
    expect(out).toMatch(/\n\nNão cabem 1\.001 inscrições em 10 minutos\. .*falta 1 grupo.*\n$/);
    expect(asked).toEqual(new Set(["GET /", `POST ${addContactPath}`]));
    expect(
      await use((database) => database.selectFrom("submissions").selectAll().execute()),
    ).toEqual([]);
  },
  60_000,
);

test("capacity that is ended while it measures leaves nothing", async () => {
  const { run } = await createOperator();
  let end = () => {};
  const atEnd = (cleanUp: () => void) => {
    end = cleanUp;
  };
  const isLeft: boolean[] = [];
  const startServer: CommandLineIo["startServer"] = async ({ settings }) => {
    const folder = settings["DATA_DIR"] ?? "";
    isLeft.push(existsSync(folder));
    // The process ends right after this call, so nothing can wait.
    end();
    isLeft.push(existsSync(folder));
    return { kind: "refused", lines: [] };
  };
  await run(["capacity", "--expect", "1000"], { atEnd, startServer });
  expect(isLeft).toEqual([true, false]);
});

test("capacity says why its server does not start, and what a wrong number is", async () => {
  const { run } = await createOperator();
  const refused = await run(["capacity", "--expect", "1000"]);
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringContaining("no server in this test"),
  });
  const misused = await run(["capacity", "--expect", "mil"]);
  expect(misused.err).toContain("capacity --expect 100000 --minutes 10");
});
