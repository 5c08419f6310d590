import { expect, test } from "vitest";
import { alarms, alarmsOver } from "./alarms.ts";
import { troubles } from "./troubles.ts";

const names = [...new Set(Object.values(alarms).map(({ alarm }) => alarm))];

test("the name of each alarm can be typed on any keyboard", () => {
  for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test("each alarm that ends has the name of an alarm", () => {
  for (const { alarmOver } of Object.values(alarmsOver)) expect(names).toContain(alarmOver);
});

test("each trouble has the name of an alarm, and a title that a phone shows whole", () => {
  for (const [name, { title }] of Object.entries(troubles)) {
    expect(names).toContain(name);
    expect(title.length).toBeLessThan(35);
  }
});
