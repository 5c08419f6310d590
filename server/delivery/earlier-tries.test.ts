import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana } from "#tests/support/people.ts";

test("the next try of a lead continues where it failed, but still sends newer values", async () => {
  const { fake, signUp, runUntilIdle, clock } = await startDelivering();
  const paths = () => fake.requests.map(({ path }) => path);
  fake.misbehave({ how: "500", on: "POST /contactTags", next: 3 });
  await signUp(ana);
  await runUntilIdle();
  clock.now += 1_000;
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
  expect(paths().filter((path) => path === "/contact/sync")).toHaveLength(1);
  fake.misbehave({ how: "500", on: "POST /contactTags", next: 3 });
  await signUp({ name: "Ana Nova" });
  await runUntilIdle();
  await signUp({ name: "Ana Novíssima" });
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ lastName: "Novíssima" }]);
});
