import { expect, test } from "vitest";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { type CommandResult, createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const november = Date.UTC(2026, 10, 1, 3);
const day = 24 * 60 * 60_000;

test.each(engines)(
  "on %s export writes one line for each lead, with the sources of its first and last visit",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({ source: source("instagram"), wording: "aviso-1" });
    await signUp({
      surface: "page",
      receivedAt: 300,
      source: source("mail"),
      wording: "autorizacao-1",
    });
    const result = await run(["export"]);
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out.startsWith("\uFEFFemail,name,whatsapp,phone,created_at,updated_at,")).toBe(
      true,
    );
    expect(exported(result)).toEqual([
      {
        email: "ana@example.com",
        name: "Ana Lima",
        whatsapp: "(11) 98765-4321",
        phone: "+5511987654321",
        created_at: "1969-12-31T21:00:00.100-03:00",
        updated_at: "1969-12-31T21:00:00.300-03:00",
        surface: "page",
        wording: "autorizacao-1",
        first_utm_source: "first instagram",
        last_utm_source: "last mail",
        state: "due",
        first_name: "Ana",
        last_name: "Lima",
        consent_wording: "autorizacao-1",
        consented_at: "1969-12-31T21:00:00.300-03:00",
      },
    ]);
  },
);

test.each(engines)("on %s no text of a visitor is a formula in the file", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  const lead = { name: "=cmd()", email: "=x@example.com", whatsapp: "+5511987654321" };
  await signUp({ lead, source: JSON.stringify({ last: { utm_source: "@SUM(1)" } }) });
  expect(exported(await run(["export"]))).toMatchObject([
    {
      email: "'=x@example.com",
      name: "'=cmd()",
      whatsapp: "+5511987654321",
      phone: "+5511987654321",
      last_utm_source: "'@SUM(1)",
    },
  ]);
});

test.each(engines)(
  "on %s --since and --to export the people who signed up in this time, for the first time or again",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    for (const [name, ...times] of [
      ["before", november - 1],
      ["again", november - 1, november, november + day],
      ["inside", november + day - 1],
      ["after", november + day],
    ] as const)
      for (const receivedAt of times)
        await signUp({ lead: { name, email: `${name}@example.com`, whatsapp: "x" }, receivedAt });
    const names = async (...span: string[]) =>
      exported(await run(["export", ...span], { clock: () => november + 2 * day })).map(
        (lead) => lead["name"],
      );
    expect(await names("--since", "1/11/2026", "--to", "1/11/2026")).toEqual(["again", "inside"]);
    expect(await names("--since", "2026-11-02")).toEqual(["again", "after"]);
    expect(await names("--to", "01/11/2026 00:00")).toEqual(["before", "again"]);
  },
);

test("export says whose contact had unsubscribed before", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  await signUpNow("ana");
  await deliver();
  Object.assign(fake.contacts[0] ?? {}, { lists: { 2: 2 } });
  await run(["retry", "ana@example.com"]);
  await deliver();
  expect(exported(await run(["export"]))).toMatchObject([
    { state: "delivered", had_unsubscribed: "yes" },
  ]);
});

test.each(engines)(
  "on %s export writes each lead once, also with more leads than one page of the query",
  async (engine) => {
    const { run, use } = await createOperator(engine);
    const leads = people(2_001);
    await use((database) =>
      appendSubmissions(
        database,
        leads.map((lead) => ({ lead, surface: "popup", receivedAt: 100 })),
      ),
    );
    expect(exported(await run(["export"])).map((lead) => lead["email"])).toEqual(
      leads.map(({ email }) => email),
    );
  },
);

test("a long export prints its progress on standard error", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  let now = 0;
  const { err } = await run(["export"], { clock: () => (now += 2_000) });
  expect(err).toBe("Leads escritos: 1…\n");
});

function source(name: string): string {
  return JSON.stringify({
    first: { utm_source: `first ${name}` },
    last: { utm_source: `last ${name}` },
  });
}

/** The exported lines as objects, without their empty columns. This simple reader of CSV does not understand quotes. */
function exported({ out }: CommandResult): Record<string, string>[] {
  const [header = "", ...lines] = out.slice(1).split("\r\n").slice(0, -1);
  const names = header.split(",");
  return lines.map((line) => {
    const cells = line.split(",").map((cell, index) => [names[index], cell]);
    return Object.fromEntries(cells.filter(([, cell]) => cell !== ""));
  });
}
