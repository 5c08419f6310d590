import { expect, test } from "vitest";
import { commandsFor } from "#server/facts/fact.ts";
import { groupFacts } from "./facts.ts";
import type { Group } from "./groups.ts";

const none = new Map<string, number>();
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test("without groups an ordinary link is due by the evening, a channel is fine", () => {
  const first = (link: string) => groupFacts([], none, link)[0];
  expect(first(channel)).toMatchObject({ level: "fine" });
  expect(first("https://chat.whatsapp.com/x")).toMatchObject({ level: "notice", due: "evening" });
});

test.each([
  { groups: [groupOf({ taken: 7 })], troubles: [] },
  { groups: [groupOf({ taken: 8 })], troubles: ["grupos-quase-cheios"] },
  { groups: [groupOf({ taken: 8 }), groupOf({ id: 2 })], troubles: [] },
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

test.each([
  { presses: 9, level: "fine", answers: ["groups full 1"] },
  { presses: 10, level: "notice", answers: ["groups full 1", "groups reopen 1"] },
])("a group of 10 with 1 place taken and $presses unknown presses is $level", (row) => {
  const { presses, level, answers } = row;
  const facts = groupFacts([groupOf({ taken: 1, presses })], none);
  const fact = facts.find(({ name }) => name === "Grupo 1");
  expect(fact).toMatchObject({
    level,
    share: 0.1,
    value: expect.stringMatching(
      `^recebe agora: 1 de 10 lugares; cliques não reconhecidos: ${presses}; `,
    ),
  });
  expect(fact && commandsFor(fact)).toEqual(answers.map((words) => `npm run leads -- ${words}`));
});

function groupOf(special: Partial<Group>): Group {
  const link = "https://chat.whatsapp.com/x";
  const counted = { taken: 0, presses: 0, saidFull: 0 };
  return { id: 1, link, stopAt: 10, ...counted, state: "open", ...special };
}
