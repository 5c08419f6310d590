import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { target } from "#tests/support/courier/test-courier.ts";
import { safeText } from "./fields.ts";

test.each([
  ["popup", 0],
  ["page", 3_600_000],
] as const)("an unsubscribed contact is updated, not subscribed: %s", async (surface, laterMs) => {
  const { fake, signUp, runUntilIdle, deliveries, clock } = await startDelivering();
  await haveUnsubscribed({ fake, clock });
  clock.now += laterMs;
  await signUp({ name: "Ana Nova", surface });
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([
    { firstName: "Ana", lastName: "Nova", lists: { 2: 2 }, tags: ["black", "new"] },
  ]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", last_outcome: "delivered: had-unsubscribed", individually: 1 },
  ]);
});

test.each([20, 200])(
  "on %i other lists an unsubscribed contact stays unsubscribed",
  async (others) => {
    const { fake, signUp, runUntilIdle, clock } = await startDelivering();
    await haveUnsubscribed({ fake, clock });
    const [contact] = fake.contacts;
    const onAll = Array.from({ length: others }, (_, index) => [String(index + 3), 1]);
    if (contact) contact.lists = { ...contact.lists, ...Object.fromEntries(onAll) };
    await signUp({ surface: "popup" });
    await runUntilIdle();
    expect(fake.contacts).toMatchObject([{ lists: { [target.list]: 2 } }]);
  },
);

test.each([
  ["%EMAIL%", "％EMAIL％"],
  ["<script>alert(1)</script>", "‹script›alert(1)‹/script›"],
  ["{{ contact.email }}", "(( contact. email ))"],
  ["https://bit.ly/x", "https: //bit. ly/x"],
  ["http:\\\\t.co", "http: \\\\t. co"],
  ["www。evil．example｡com", "www。 evil． example｡ com"],
  ["ana@example.com", "ana@example. com"],
  ["J.R.Silva", "J.R. Silva"],
  ["Ana\r\nBcc: all@example.com", "Ana Bcc: all@example. com"],
  ["Ana\u202emiL\u202c", "Ana miL"],
  ["Ana\u2028Lima\u0000", "Ana Lima"],
])("%j is sent as %j", (name, sent) => {
  expect(safeText(name)).toBe(sent);
});

test.each([
  "Zoë D’Ávila 🖤",
  "O'Brien & Filhos",
  "👩‍👩‍👧",
  "می‌خواهم",
  "山田 太郎",
  "Ana M. Lima Jr.",
  "x".repeat(100),
  "🖤".repeat(100),
])("the name %s is sent as it was written", (name) => {
  expect(safeText(name)).toBe(name);
});

test("a name is sent up to its hundredth character", () => {
  expect(safeText("x".repeat(4_000))).toBe("x".repeat(100));
  expect(safeText("🖤".repeat(101))).toBe("🖤".repeat(100));
  expect(safeText(`${"x".repeat(99)} y`)).toBe("x".repeat(99));
});

test("a safe name has no markup and no link, whatever was typed", () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const sent = safeText(name);
      expect(sent).not.toMatch(/:\/\/|[\p{L}\p{N}][.][\p{L}\p{N}]{2}/u);
      expect([...sent].length).toBeLessThanOrEqual(100);
      expect(sent).not.toMatch(/[%<>{}\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(safeText(sent)).toBe(sent);
    }),
  );
});

test("a name arrives as plain text, sent individually or with an import", async () => {
  const name = "%EMAIL% <b>Lima</b>\u202e";
  const arrived = { firstName: "％EMAIL％", lastName: "‹b›Lima‹/b›" };
  const individually = await startDelivering();
  await individually.signUp({ name });
  await individually.runUntilIdle();
  expect(individually.fake.contacts).toMatchObject([arrived]);
  const withImport = await startDelivering();
  const crowd = Array.from({ length: 60 }, (_, index) => ({ name, email: `${index}@example.com` }));
  await withImport.signUp(...crowd);
  await withImport.runFor(120_000);
  expect(withImport.fake.batches).not.toEqual([]);
  expect(withImport.fake.contacts).toHaveLength(crowd.length);
  for (const contact of withImport.fake.contacts) expect(contact).toMatchObject(arrived);
});

/** Unsubscribes a contact through the API, with the same effect as the unsubscribe link in an e-mail. */
async function haveUnsubscribed({ fake, clock }: Pick<Delivering, "fake" | "clock">) {
  const contact = { email: "ana@example.com", firstName: "Ana" };
  await post(fake.url, "/contact/sync", { contact });
  clock.now += 1_000;
  const [{ id } = { id: "" }] = fake.contacts;
  const contactList = { list: target.list, contact: id, status: 2 };
  await post(fake.url, "/contactLists", { contactList });
  clock.now += 1_000;
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const headers = { "Api-Token": "fake-token" };
  const answer = await fetch(`${url}/api/3${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The fake answered ${answer.status}.`);
}
