import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s find ignores capital letters and spaces around the e-mail",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({});
    await signUp({ receivedAt: 200, flag: "honeypot" });
    const { code, out } = await run(["find", " ANA@example.com"]);
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "email          ana@example.com",
      "name           Ana Lima",
      "whatsapp       (11) 98765-4321",
      "phone          +5511987654321",
      "first sign-up  1970-01-01T00:00:00.100Z",
      "last sign-up   1970-01-01T00:00:00.100Z",
      "delivery       due, tries: 0",
      "sign-ups       2, held back: 1",
      "",
    ]);
  },
);

test("find shows a person whose only sign-up is held back", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot" });
  expect(await run(["find", "ana@example.com"])).toMatchObject({
    code: 0,
    out: "delivery       none\nsign-ups       1, held back: 1\n",
  });
});

test("find prints an error for an unknown e-mail", async () => {
  const { run } = await createOperator();
  expect(await run(["find", "ana@example.com"])).toEqual({
    code: 1,
    out: "",
    err: "No person in this store has the e-mail ana@example.com. Check the spelling, or list all leads: npm run leads -- list\n",
  });
});

test("find says what happens next with a delivery that waits, is being imported, or was refused", async () => {
  const { run, signUp, use } = await createOperator();
  await signUp({ surface: "page", wording: "autorizacao-1" });
  await run(["list"]);
  const find = async (state: "due" | "importing" | "parked", due_at: number | null) => {
    await use((database) => database.updateTable("deliveries").set({ state, due_at }).execute());
    return (await run(["find", "ana@example.com"])).out;
  };
  expect(await find("due", 1_000)).not.toContain("next");
  expect(await find("due", 1_001)).toContain("next try       1970-01-01T00:00:01.001Z\n");
  expect(await find("importing", null)).toMatch(/^next +ActiveCampaign will say/m);
  expect(await find("parked", null)).toMatch(/^next +fix the reason, then: .* retry -$/m);
  expect(await find("parked", null)).toContain("consented      1970-01-01T00:00:00.100Z\n");
});
