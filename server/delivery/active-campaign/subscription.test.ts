import { expect, test } from "vitest";
import { type Delivering, startDelivering, target } from "#tests/support/courier/delivering.ts";

test("somebody who had unsubscribed is updated and tagged, and left unsubscribed", async () => {
  const { fake, signUp, carryOn, deliveries, ...rest } = await startDelivering();
  await haveUnsubscribed({ fake, ...rest });
  await signUp({ name: "Ana Nova", surface: "popup" });
  await carryOn();
  expect(fake.contacts).toMatchObject([
    { firstName: "Ana", lastName: "Nova", lists: { 2: 2 }, tags: ["black", "new"] },
  ]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", last_outcome: "delivered: had-unsubscribed", individually: 1 },
  ]);
});

test.each([20, 100, 200])(
  "somebody who had unsubscribed is left so behind %i other lists as well",
  async (others) => {
    const { fake, signUp, carryOn, clock, ...rest } = await startDelivering();
    await haveUnsubscribed({ fake, clock, ...rest });
    const [ana] = fake.contacts;
    const onAll = Array.from({ length: others }, (_, index) => [String(index + 3), 1]);
    if (ana) ana.lists = { ...ana.lists, ...Object.fromEntries(onAll) };
    await signUp({ surface: "popup" });
    await carryOn();
    expect(fake.contacts).toMatchObject([{ lists: { [target.list]: 2 } }]);
  },
);

test("a later consent, which any stranger can send, does not subscribe the contact again", async () => {
  const { fake, signUp, carryOn, clock, deliveries, ...rest } = await startDelivering();
  await haveUnsubscribed({ fake, clock, ...rest });
  clock.now += 3_600_000;
  await signUp({ surface: "page" });
  await carryOn();
  expect(fake.contacts).toMatchObject([{ lists: { 2: 2 }, tags: ["black", "new"] }]);
  expect(await deliveries()).toMatchObject([{ last_outcome: "delivered: had-unsubscribed" }]);
});

test("who is on the list already is not subscribed once more", async () => {
  const { fake, signUp, carryOn, clock } = await startDelivering();
  await signUp({});
  await carryOn();
  clock.now += 3_600_000;
  await signUp({});
  await carryOn();
  const subscriptions = fake.requests.filter(({ path }) => path === "/contactLists");
  expect(subscriptions).toHaveLength(1);
});

/** Through the vendor's own door, as by the link in a mail. */
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
