import { expect, test } from "vitest";
import { alarms, alarmsOver } from "./alarms.ts";

const names = [...new Set(Object.values(alarms).map(({ alarm }) => alarm))];

test("there are eight alarms, and each name can be typed on any keyboard", () => {
  expect(names).toHaveLength(8);
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("each alarm that ends has the name of one of the eight", () => {
  for (const { alarmOver } of Object.values(alarmsOver)) expect(names).toContain(alarmOver);
});
