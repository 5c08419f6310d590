import { expect, test } from "vitest";
import { groupFacts } from "./facts.ts";
import type { Group } from "./groups.ts";

const none = new Map<string, number>();
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test("without groups an ordinary link is due by the evening, a channel is fine", () => {
  const levels = (link: string) => groupFacts([], none, link).map(({ level }) => level);
  expect(levels(channel)).toEqual(["fine", "fine", "fine"]);
  const [fact] = groupFacts([], none, "https://chat.whatsapp.com/x");
  expect(fact).toMatchObject({ level: "notice", due: "evening" });
});

test.each([
  { groups: [groupOf({ taken: 7 })], troubles: [] },
  { groups: [groupOf({ taken: 8 })], troubles: ["grupos-quase-cheios"] },
  { groups: [groupOf({ taken: 10, state: "no-places" })], troubles: ["grupos-cheios"] },
  { groups: [groupOf({ state: "closed" })], troubles: ["grupos-cheios"] },
  { groups: [groupOf({ saidFull: 2 })], troubles: [] },
  { groups: [groupOf({ saidFull: 3 })], troubles: ["grupo-talvez-cheio"] },
  { groups: [groupOf({ presses: 999 })], troubles: [] },
] as const)("$groups are the troubles $troubles", ({ groups, troubles }) => {
  const found = groupFacts(groups, none).filter(({ level }) => level === "trouble");
  expect(found.map(({ alarm }) => alarm)).toEqual(troubles);
});

test("groups that fill up stay nearly full for who knows that they are", () => {
  const groups = [groupOf({ taken: 10, state: "no-places" })];
  const found = groupFacts(groups, new Map([["grupos-quase-cheios", 1]]));
  expect(found.filter(({ level }) => level === "trouble")).toHaveLength(2);
});

test("unknown presses above the limit are a notice, with the way to decide", () => {
  const pressed = groupOf({ taken: 1, presses: 10 });
  expect(groupFacts([pressed], none)).toContainEqual(
    expect.objectContaining({
      name: "Grupo 1",
      level: "notice",
      value: "Pode estar cheio: lugares dados, 1 de 10, e cliques não reconhecidos, 10.",
      todo: expect.stringMatching(/Olhe no WhatsApp\..* groups full 1;.* groups reopen 1$/),
    }),
  );
  expect(groupFacts([{ ...pressed, presses: 9 }], none)).toHaveLength(3);
});

function groupOf(special: Partial<Group>): Group {
  const link = "https://chat.whatsapp.com/x";
  const counted = { taken: 0, presses: 0, saidFull: 0 };
  return { id: 1, link, members: 10, stopAt: 10, ...counted, state: "open", ...special };
}
