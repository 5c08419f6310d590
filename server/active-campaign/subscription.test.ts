import { expect, test } from "vitest";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { target } from "#tests/support/courier/test-courier.ts";
import { ana } from "#tests/support/people.ts";

test("an unsubscribed contact is updated and tagged, not subscribed", async () => {
  const { fake, signUp, runUntilIdle, deliveries, clock } = await startDelivering();
  await haveUnsubscribed({ fake, clock });
  await signUp({ name: "Ana Nova", surface: "popup" });
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([
    { firstName: "Ana", lastName: "Nova", lists: { 2: 2 }, tags: ["black", "new"] },
  ]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", last_outcome: "delivered: had-unsubscribed", individually: 1 },
  ]);
});

test.each([20, 100, 200])(
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

test("a later consent does not subscribe the contact again", async () => {
  const { fake, signUp, runUntilIdle, clock, deliveries } = await startDelivering();
  await haveUnsubscribed({ fake, clock });
  clock.now += 3_600_000;
  await signUp({ surface: "page" });
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ lists: { 2: 2 }, tags: ["black", "new"] }]);
  expect(await deliveries()).toMatchObject([{ last_outcome: "delivered: had-unsubscribed" }]);
});

test("a contact that is on the list already is not subscribed again", async () => {
  const { fake, signUp, runUntilIdle, clock } = await startDelivering();
  await signUp(ana);
  await runUntilIdle();
  clock.now += 3_600_000;
  await signUp(ana);
  await runUntilIdle();
  const subscriptions = fake.requests.filter(({ path }) => path === "/contactLists");
  expect(subscriptions).toHaveLength(1);
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
