import { expect, test } from "vitest";
import { createRecentFailures } from "./recent-failures.ts";

test("the same lead counts once, however often it fails", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 1, 2, 1]) failures.failed(lead);
  expect(failures.different()).toBe(2);
  failures.succeeded(3);
  expect(failures.different()).toBe(0);
});

test("a refused lead is itself the cause while no other lead fails", () => {
  const failures = createRecentFailures();
  expect(failures.isOwn(1, true)).toBe(true);
  failures.failed(1);
  expect(failures.isOwn(1, true)).toBe(true);
  expect(failures.isOwn(2, true)).toBe(false);
});

test("a lead that fails twice is itself the cause when another lead was delivered in between", () => {
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

test("while answers fail by chance, the delivery of another lead proves nothing", () => {
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

test("the success of an import proves nothing about single leads", () => {
  const failures = createRecentFailures();
  failures.failed(1);
  failures.succeeded("import");
  expect(failures.isOwn(1, false)).toBe(false);
  expect(failures.isOwn(2, true)).toBe(false);
});

test("failures during an outage do not count against a lead", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 2, 3]) failures.failed(lead);
  failures.forgive();
  expect(failures.different()).toBe(0);
  failures.succeeded(4);
  expect(failures.isOwn(1, false)).toBe(false);
});

test("pauses are counted in a row, until another answer comes", () => {
  const failures = createRecentFailures();
  expect([failures.pausesInARow(), failures.pausesInARow()]).toEqual([1, 2]);
  failures.succeeded(1);
  expect(failures.pausesInARow()).toBe(1);
});
