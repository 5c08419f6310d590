import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const [one, two] = [linkOf(1), linkOf(2)];
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test.each(engines)(
  "on %s each new group comes after the others, and the list says who gets people now and next",
  async (engine) => {
    const { run, groups } = await operatorWithGroups(engine);
    expect((await run("groups")).out).toBe(
      `Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts (${links.group}).\nPara pôr um grupo: npm run leads -- groups add <link>\n`,
    );
    expect((await run("groups", "add", one)).out).toBe(
      [
        "Feito. Vale em todos os servidores em até 1 segundo.",
        "",
        "Grupo 1: aberto. Lugares dados: 0 de 950 (cabem 1.024).",
        `  ${one}`,
        "",
        "Agora as pessoas vão para o grupo 1.",
        "Depois dele não há outro grupo aberto. Para pôr mais um: npm run leads -- groups add <link>",
        "",
        "Se o grupo 1 é um grupo comum, cada participante vê o número dos outros. Para evitar isso, crie no WhatsApp uma comunidade (as pessoas entram no grupo de avisos dela) ou um canal, e troque o link: npm run leads -- groups replace 1 <link>",
        "",
      ].join("\n"),
    );
    await run("groups", "add", two, "--room", "2.000", "--stop-at", "1500");
    expect((await run("groups", "list")).out).toMatch(
      /^Grupo 2: aberto\. Lugares dados: 0 de 1\.500 \(cabem 2\.000\)\.\n.+\n\nAgora as pessoas vão para o grupo 1\. Quando ele encher, vão para o grupo 2\.\n$/m,
    );
    expect(await groups()).toMatchObject([
      { link: one, room: 1024, stopAt: 950 },
      { link: two, room: 2000, stopAt: 1500 },
    ]);
  },
);

test("with --room alone, a group stops at the usual share of its room, and a channel at the whole", async () => {
  const { run, groups } = await operatorWithGroups();
  await run("groups", "add", one, "--room", "512");
  await run("groups", "add", two, "--room", "1");
  const { out } = await run("groups", "add", channel);
  expect(out).not.toContain("grupo comum");
  expect((await groups()).map(({ room, stopAt }) => [room, stopAt])).toEqual([
    [512, 475],
    [1, 1],
    [100_000, 100_000],
  ]);
});

test.each(engines)(
  "on %s a group that is full gets no more people until it is opened again",
  async (engine) => {
    const { run } = await operatorWithGroups(engine, one, two);
    expect((await run("groups", "full", "1")).out).toMatch(
      /^Grupo 1: fechado à mão\. (.|\n)*^Agora as pessoas vão para o grupo 2\.$/m,
    );
    expect((await run("groups", "full", "2")).out).toMatch(
      /^Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios\. .* groups add <link>$/m,
    );
    expect((await run("groups", "reopen", "1", "--room", "600", "--stop-at", "550")).out).toMatch(
      /^Grupo 1: aberto\. Lugares dados: 0 de 550 \(cabem 600\)\.$/m,
    );
  },
);

test.each(engines)(
  "on %s a group whose places are all taken is opened again with a higher limit only, also above its room",
  async (engine) => {
    const { run, press } = await operatorWithGroups(engine);
    await run("groups", "add", one, "--room", "3", "--stop-at", "3");
    await press(3);
    expect((await run("groups")).out).toContain(
      "Grupo 1: cheio, pela contagem. Lugares dados: 3 de 3 (cabem 3).\n",
    );
    for (const limit of [[], ["--stop-at", "3"], ["--room", "9"]]) {
      expect(await run("groups", "reopen", "1", ...limit)).toEqual({
        code: 1,
        out: "",
        err: "Os lugares do grupo 1 já foram todos dados (3). Para reabri-lo, aumente o limite: npm run leads -- groups reopen 1 --stop-at 53   O limite pode passar do que cabe no grupo (3), porque nem todos os que apertam o botão entram.\n",
      });
    }
    expect((await run("groups", "reopen", "1", "--stop-at", "4")).out).toContain(
      "Grupo 1: aberto. Lugares dados: 3 de 4 (cabem 3).\n",
    );
  },
);

test("a limit that an open group has passed is refused, and the command says how to close the group", async () => {
  const { run, press } = await operatorWithGroups("sqlite", one);
  await press(4);
  expect(await run("groups", "reopen", "1", "--stop-at", "4")).toEqual({
    code: 1,
    out: "",
    err: "Lugares já dados no grupo 1: 4. O número de --stop-at precisa ser maior que esse. Se o grupo não deve receber mais pessoas: npm run leads -- groups full 1\n",
  });
});

test.each(engines)("on %s the list counts who said that a group is full", async (engine) => {
  const { run, findFull } = await operatorWithGroups(engine, one, two);
  await findFull(3);
  const { out } = await run("groups");
  expect(out).toContain(
    "Grupo 1: aberto. Lugares dados: 3 de 950 (cabem 1.024). Pessoas que disseram que está cheio: 3.\n",
  );
  expect(out).toContain("Agora as pessoas vão para o grupo 1. ");
  expect((await run("groups", "reopen", "1")).out).toContain(
    "Grupo 1: aberto. Lugares dados: 3 de 950 (cabem 1.024).\n",
  );
});

test("the list says that the last open group is nearly full from 80 % of its places", async () => {
  const { run, press } = await operatorWithGroups();
  await run("groups", "add", one, "--room", "10", "--stop-at", "10");
  await press(7);
  expect((await run("groups")).out).not.toContain("quase cheio");
  await press(1);
  expect((await run("groups")).out).toContain(
    "Depois dele não há outro grupo aberto, e ele está quase cheio. Para pôr mais um: ",
  );
});
