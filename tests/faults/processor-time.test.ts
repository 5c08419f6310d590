import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addContactPath, contextHeader, type LeadField, leadFields } from "#lead/contract.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { splitName } from "#server/active-campaign/contact.ts";
import { createRateLimits } from "#server/sign-up/limits.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { openApp } from "#tests/support/app/app.ts";
import { postForm, postJson } from "#tests/support/app/posting.ts";
import { isLongRun } from "#tests/support/faults/server.ts";
import { ana } from "#tests/support/people.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

/** Processor time is a matter of statistics, so only `npm run test:faults` measures it. */
const longTest = isLongRun ? test : undefined;

const hardestNumber = "+12223334444,".repeat(250);

test("slow phone numbers are read in small steps; others write in between", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const opened = await openDatabase(store);
  if (opened.kind !== "open") throw new Error(opened.kind);
  const { database } = opened;
  const other = new Sqlite(join(store.folder, "leads.sqlite"), { timeout: 0 });
  onTestFinished(() => database.destroy().then(() => void other.close()));
  const people = Array.from({ length: 100 }, (_, n) => ({
    lead: { ...ana, email: `p${n}@example.com`, whatsapp: hardestNumber },
    surface: "popup" as const,
    receivedAt: 1_000,
  }));
  await appendSubmissions(database, people);
  const written = { turns: 0, refused: 0 };
  const took = await longestOf(
    () => deriveLeads(database, 2_000),
    () => {
      written.turns += 1;
      written.refused += isRefused(() => other.exec("begin immediate; commit")) ? 1 : 0;
    },
  );
  if (isLongRun) expect(took).toBeLessThan(stepLimit());
  // With a single turn of the event loop, the work would be one long step. With many refused writes, the phone numbers
  // would be read inside the transaction.
  expect(written.turns).toBeGreaterThan(2);
  expect(written.refused).toBeLessThanOrEqual(written.turns / 3);
  expect(await database.selectFrom("leads").select("id").execute()).toHaveLength(100);
});

function isRefused(write: () => void): boolean {
  try {
    write();
    return false;
  } catch {
    return true;
  }
}

const email = (piece: string, end = "@a.b") => `${piece.repeat(3_900 / piece.length)}${end}`;

/**
 * For each field, the texts that take the server the longest to read. Each text fills almost the whole body of a
 * request.
 */
const worst: Record<LeadField, string[]> = {
  name: ["<a>", "%{[", "https://a.b ", "e\u0301\u0323", "\u0000", "😀", "\ud800", " "].map(
    (piece) => piece.repeat(3_600 / Buffer.byteLength(JSON.stringify(piece))),
  ),
  email: [email("a"), email("a.", "a@"), email("a@"), email("a", "@"), `a@${email("a-", "")}`],
  whatsapp: ["+12223334444,", "a1", "/", "11 9", "+", "0", "\u0663", "9123 4567", "xx0"].map(
    (piece) => piece.repeat(3_600 / Buffer.byteLength(piece)),
  ),
};

const worstOfEach = leadFields.flatMap((field) =>
  worst[field].map((text) => [field, text.slice(0, 12), text] as const),
);

longTest?.each(worstOfEach)(
  "a sign-up whose %s repeats %j stays within the time limit of a step",
  async (field, _, text) => {
    const { app, database } = await setUp();
    const lead = { ...ana, [field]: text };
    const took = await longestStep(async () => {
      await postJson(app, lead);
      await postForm(app, lead);
      await deriveLeads(database, 2_000);
      splitName(lead.name);
    });
    expect(took).toBeLessThan(stepLimit());
  },
);

const long = (piece: string) => piece.repeat(8_000 / piece.length);

longTest?.each([
  ["authorization", `Bearer ${long(" a")}`],
  ["authorization", long("Bearer ")],
  ["x-forwarded-for", long("1.1.1.1, ")],
  ["x-forwarded-for", `fe80::1%${long("a")}`],
  ["x-forwarded-for", long("[")],
  [contextHeader, long("%5B")],
  [
    contextHeader,
    encodeURIComponent(JSON.stringify({ first: { utm_source: long("a") } })).slice(0, 8_000),
  ],
  ["content-type", `application/json${long(" ;")}`],
  ["accept-encoding", long("br;q=0,")],
  ["if-none-match", long('W/"a",')],
  ["user-agent", long("a")],
  ["idempotency-key", long("a")],
  ["origin", long("a")],
  ["x-request-id", long("a")],
  ["content-encoding", long(" ,")],
])("a header %s of 8,000 characters stays within the time limit of a step", async (name, value) => {
  const { app } = await setUp();
  const took = await longestStep(async () => {
    await postJson(app, ana, { [name]: value });
    await postForm(app, ana, { [name]: value });
    await app.request(`/${long("%2e/")}`, { headers: { [name]: value } });
  });
  expect(took).toBeLessThan(stepLimit());
});

longTest?.each([
  ["arrays in arrays", "[".repeat(2_000) + "]".repeat(2_000)],
  [
    "many fields",
    JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}`, 1]))),
  ],
  ["pairs of a form", "a&".repeat(2_000)],
  ["escapes of a form", "%ff=%zz&".repeat(500)],
])("a body of %s stays within the time limit of a step", async (_, body) => {
  const { app } = await setUp();
  const took = await longestStep(async () => {
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      const headers = { apikey: "key", "content-type": type };
      await app.request(addContactPath, { method: "POST", body, headers });
    }
  });
  expect(took).toBeLessThan(stepLimit());
});

function setUp() {
  return openApp({ limits: createRateLimits({ clock: () => 0 }) });
}

/**
 * The limit of a step of the event loop is the time that this machine takes to read this number of ordinary phone
 * numbers (about 50 ms). So the limit fits each machine.
 */
const numbersPerStep = 10_000;
/** How often the work is measured: several times, because a garbage collection can slow one round down. */
const rounds = 3;

const ordinaryNumber = "(11) 98765-4321";

/**
 * The longest processor time between two turns of the event loop, in microseconds: measured in several rounds, of which
 * the fastest counts.
 */
async function longestStep(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, await longestOf(work));
  return best;
}

/**
 * The longest processor time between two turns of the event loop, in microseconds, in one round. Calls `atEachTurn` in
 * each turn.
 */
async function longestOf(work: () => Promise<unknown>, atEachTurn = () => {}): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user } = process.cpuUsage(before);
    longest = Math.max(longest, user);
    atEachTurn();
    before = process.cpuUsage();
  };
  let turn = setImmediate(function again() {
    look();
    turn = setImmediate(again);
  });
  await work().finally(() => clearImmediate(turn));
  look();
  return longest;
}

/**
 * The most processor time, in microseconds, that one step of the event loop may take. It is measured at each call,
 * because other processes may slow the machine down.
 */
function stepLimit(): number {
  const before = process.cpuUsage();
  for (let count = 0; count < numbersPerStep; count += 1) readWhatsapp(ordinaryNumber);
  return process.cpuUsage(before).user;
}
