import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";

test("the event is on 11 November at 20:00 in São Paulo", () => {
  expect(launch.event).toMatchObject({
    month: 11,
    day: 11,
    hour: 20,
    minute: 0,
    timeZone: "America/Sao_Paulo",
  });
});

test("the popup opens after 5 seconds, and the floating button shows after 300 px", () => {
  expect(launch.popupDelaySeconds).toBe(5);
  expect(launch.floatingCtaScrollPx).toBe(300);
});

test("the form in the page sends nothing", () => {
  expect(launch.inPageFormSends).toBe(false);
});
