import { expect, test } from "vitest";
import { createRecentFailures } from "./recent-failures.ts";

test("the same lead counts once, however often it fails", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 1, 2, 1]) failures.noteFailure(lead);
  expect(failures.countDifferent()).toBe(2);
  failures.noteSuccess(3);
  expect(failures.countDifferent()).toBe(0);
});

test("a refused lead is itself the cause while no other lead fails", () => {
  const failures = createRecentFailures();
  expect(failures.isCause(1, true)).toBe(true);
  failures.noteFailure(1);
  expect(failures.isCause(1, true)).toBe(true);
  expect(failures.isCause(2, true)).toBe(false);
});

test("a lead that fails twice is itself the cause when another lead was delivered in between", () => {
  const failures = createRecentFailures();
  expect(failures.isCause(1, false)).toBe(false);
  failures.noteFailure(1);
  expect(failures.isCause(1, false)).toBe(false);
  failures.noteSuccess(2);
  expect(failures.isCause(1, false)).toBe(true);
  failures.noteFailure(1);
  expect(failures.isCause(1, false)).toBe(false);
  failures.noteSuccess(2);
  failures.noteFailure(3);
  expect(failures.isCause(1, false)).toBe(false);
});

test("while answers fail by chance, the delivery of another lead proves nothing", () => {
  const failures = createRecentFailures();
  failures.noteRepeat();
  failures.noteFailure(1);
  failures.noteRepeat();
  failures.noteSuccess(2);
  expect(failures.isCause(1, false)).toBe(false);
  failures.noteFailure(1);
  failures.noteSuccess(3);
  expect(failures.isCause(1, false)).toBe(true);
});

test("the success of an import proves nothing about single leads", () => {
  const failures = createRecentFailures();
  failures.noteFailure(1);
  failures.noteSuccess("import");
  expect(failures.isCause(1, false)).toBe(false);
  expect(failures.isCause(2, true)).toBe(false);
});

test("failures during an outage do not count against a lead", () => {
  const failures = createRecentFailures();
  for (const lead of [1, 2, 3]) failures.noteFailure(lead);
  failures.forgetFailing();
  expect(failures.countDifferent()).toBe(0);
  failures.noteSuccess(4);
  expect(failures.isCause(1, false)).toBe(false);
});

test("back-offs in a row are counted, until another answer comes", () => {
  const failures = createRecentFailures();
  expect([failures.countBackOff(), failures.countBackOff()]).toEqual([1, 2]);
  failures.noteSuccess(1);
  expect(failures.countBackOff()).toBe(1);
});
