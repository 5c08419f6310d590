import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const [one, two, three] = [linkOf(1), linkOf(2), linkOf(3)];
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test.each(engines)("on %s a group keeps its places when its invitation changes", async (engine) => {
  const { run, press, groups } = await operatorWithGroups(engine, one, two);
  await press(2);
  expect((await run("groups", "replace", "1", three)).out).toContain(`  ${three}\n`);
  expect(await groups()).toMatchObject([
    { id: 1, link: three, taken: 2 },
    { id: 2, link: two },
  ]);
});

test("a group that becomes a channel keeps its limit, and the command says how to lift it", async () => {
  const { run, groups } = await operatorWithGroups("sqlite", one);
  const advice =
    /^Um canal não enche, mas o grupo 1 ainda para em 950 lugares\. .*: npm run leads -- (.+)$/m;
  const [, words = ""] = advice.exec((await run("groups", "replace", "1", channel)).out) ?? [];
  await run(...words.split(" "));
  expect(await groups()).toMatchObject([{ link: channel, room: 100_000, stopAt: 100_000 }]);
  const renewed = await run("groups", "replace", "1", channel.replace("0029", "0030"));
  expect(renewed.out).not.toMatch(advice);
});

test.each(engines)(
  "on %s a group is removed only after a question that tells how many were led there",
  async (engine) => {
    const { run, press, groups, questions } = await operatorWithGroups(engine, one, two);
    await press(2);
    expect(await run("groups", "remove", "1")).toMatchObject({ code: 1, err: "Nada mudou.\n" });
    expect(questions).toEqual([
      "Tirar o grupo 1 desta lista? Lugares dados nele: 2. Essas pessoas ficam no grupo, mas o botão as levará a outro. Escreva sim para continuar: ",
    ]);
    expect((await run("groups", "remove", "1", "--yes")).out).toMatch(/^Feito\..*\n\nGrupo 2: /);
    expect(await groups()).toMatchObject([{ id: 2, taken: 0 }]);
    await run("groups", "remove", "2");
    expect(questions[1]).toContain(`o botão leva ao link de content/links.ts (${links.group}).`);
  },
);
