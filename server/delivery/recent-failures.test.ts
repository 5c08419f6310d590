import { expect, test } from "vitest";
import { createRecentFailures } from "./recent-failures.ts";

test("the same lead counts once, however often it fails", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 1, 2, 1]) failures.failed(lead);
  expect(failures.different()).toBe(2);
  failures.succeeded(3);
  expect(failures.different()).toBe(0);
});

test("a lead that is refused while no other fails is at fault itself", () => {
  const failures = createRecentFailures();
  expect(failures.isOwn(1, true)).toBe(true);
  failures.failed(1);
  expect(failures.isOwn(1, true)).toBe(true);
  expect(failures.isOwn(2, true)).toBe(false);
});

test("a lead that only fails is at fault itself the second time, when another got through between", () => {
  const failures = createRecentFailures();
  expect(failures.isOwn(1, false)).toBe(false);
  failures.failed(1);
  expect(failures.isOwn(1, false)).toBe(false);
  failures.succeeded(2);
  expect(failures.isOwn(1, false)).toBe(true);
  failures.failed(1);
  expect(failures.isOwn(1, false)).toBe(false);
  failures.succeeded(2);
  failures.failed(3);
  expect(failures.isOwn(1, false)).toBe(false);
});

test("while answers fail by chance, another lead that gets through shows nothing", () => {
  const failures = createRecentFailures();
  failures.repeated();
  failures.failed(1);
  failures.repeated();
  failures.succeeded(2);
  expect(failures.isOwn(1, false)).toBe(false);
  failures.failed(1);
  failures.succeeded(3);
  expect(failures.isOwn(1, false)).toBe(true);
});

test("an import that gets through shows nothing of leads alone", () => {
  const failures = createRecentFailures();
  failures.failed(1);
  failures.succeeded("import");
  expect(failures.isOwn(1, false)).toBe(false);
});

test("nothing is held against those that failed while ActiveCampaign was away", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 2, 3]) failures.failed(lead);
  failures.forgive();
  expect(failures.different()).toBe(0);
  failures.succeeded(4);
  expect(failures.isOwn(1, false)).toBe(false);
});

test("pauses count in a row, until any other answer", () => {
  const failures = createRecentFailures();
  expect([failures.pausesInARow(), failures.pausesInARow()]).toEqual([1, 2]);
  failures.succeeded(1);
  expect(failures.pausesInARow()).toBe(1);
});
