import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";

const [one, two, three] = [linkOf(1), linkOf(2), linkOf(3)];
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test("each new group comes last, and the list says who gets people", async () => {
  const { run, groups } = await operatorWithGroups();
  expect((await run("groups")).out).toBe(
    `Não há grupos no banco de dados: o botão do grupo leva ao link de content/links.ts (${links.group}).\nPara pôr um grupo: npm run leads -- groups add '<link>'\n`,
  );
  expect((await run("groups", "add", one)).out).toBe(
    [
      "Feito. Vale em todos os servidores em até 1 segundo.",
      "",
      "Grupo 1: aberto. Lugares dados: 0 de 950 (cabem 1.024).",
      `  ${one}`,
      "",
      "Agora as pessoas vão para o grupo 1.",
      "Depois dele não há outro grupo aberto. Para pôr mais um: npm run leads -- groups add '<link>'",
      "",
      "Se o grupo 1 é um grupo comum, cada participante vê o número dos outros. Para evitar isso, crie no WhatsApp uma comunidade (as pessoas entram no grupo de avisos dela) ou um canal, e troque o link: npm run leads -- groups replace 1 <link>",
      "",
    ].join("\n"),
  );
  await run("groups", "add", two, "--members", "2.000", "--stop-at", "1500");
  expect((await run("groups", "list")).out).toMatch(
    /^Grupo 2: aberto\. Lugares dados: 0 de 1\.500 \(cabem 2\.000\)\.\n.+\n\nAgora as pessoas vão para o grupo 1\. Quando ele encher, vão para o grupo 2\.\n$/m,
  );
  expect(await groups()).toMatchObject([
    { link: one, members: 1024, stopAt: 950 },
    { link: two, members: 2000, stopAt: 1500 },
  ]);
});

test("with --members alone a group stops at its share, a channel at the whole", async () => {
  const { run, groups } = await operatorWithGroups();
  await run("groups", "add", one, "--members", "512");
  await run("groups", "add", two, "--members", "1");
  const { out } = await run("groups", "add", channel);
  expect(out).not.toContain("grupo comum");
  expect((await groups()).map(({ members, stopAt }) => [members, stopAt])).toEqual([
    [512, 475],
    [1, 1],
    [100_000, 100_000],
  ]);
});

test("a group that is full gets no more people until it is opened again", async () => {
  const { run } = await operatorWithGroups("sqlite", one, two);
  expect((await run("groups", "full", "1")).out).toMatch(
    /^Grupo 1: fechado à mão\. (.|\n)*^Agora as pessoas vão para o grupo 2\.$/m,
  );
  expect((await run("groups", "full", "2")).out).toMatch(
    /^Nenhum grupo está aberto: quem pede a entrada lê que todos estão cheios\. .* groups add '<link>'$/m,
  );
  expect((await run("groups", "reopen", "1", "--members", "600", "--stop-at", "550")).out).toMatch(
    /^Grupo 1: aberto\. Lugares dados: 0 de 550 \(cabem 600\)\.$/m,
  );
});

test("a group without places is opened again with a higher limit only", async () => {
  const { run, press } = await operatorWithGroups();
  await run("groups", "add", one, "--members", "3", "--stop-at", "3");
  await press(3);
  expect((await run("groups")).out).toContain(
    "Grupo 1: cheio, pela contagem. Lugares dados: 3 de 3 (cabem 3).\n",
  );
  for (const limit of [[], ["--stop-at", "3"], ["--members", "9"]]) {
    expect(await run("groups", "reopen", "1", ...limit)).toEqual({
      code: 1,
      out: "",
      err: "Os lugares do grupo 1 já foram todos dados (3). Para reabri-lo, aumente o limite: npm run leads -- groups reopen 1 --stop-at 53   O limite pode passar do que cabe no grupo (3), porque nem todos os que apertam o botão entram.\n",
    });
  }
  expect((await run("groups", "reopen", "1", "--stop-at", "4")).out).toContain(
    "Grupo 1: aberto. Lugares dados: 3 de 4 (cabem 3).\n",
  );
});

test("a limit that a group has passed is refused with the way to close it", async () => {
  const { run, press } = await operatorWithGroups("sqlite", one);
  await press(4);
  expect(await run("groups", "reopen", "1", "--stop-at", "4")).toEqual({
    code: 1,
    out: "",
    err: "Lugares já dados no grupo 1: 4. O número de --stop-at precisa ser maior que esse. Se o grupo não deve receber mais pessoas: npm run leads -- groups full 1\n",
  });
});

test("the list counts who found a group full, until it is opened again", async () => {
  const { run, findFull } = await operatorWithGroups("sqlite", one, two);
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

test("without places the list says where people go, and what to do", async () => {
  const { run, press } = await operatorWithGroups();
  for (const link of [one, two]) await run("groups", "add", link, "--members", "1");
  await press(3);
  expect((await run("groups")).out).toMatch(
    /^Grupo 2: cheio, pela contagem\. Lugares dados: 2 de 1 \(cabem 1\)\.\n.*\n\nNenhum grupo tem mais lugares: as pessoas ainda vão para o grupo 2, o último aberto\. .* groups add '<link>'$/m,
  );
});

test("presses that nobody is known by ask for a look at WhatsApp", async () => {
  const { run, press, pressWithoutPass } = await operatorWithGroups();
  await run("groups", "add", one, "--members", "3", "--stop-at", "3");
  await press(1);
  await pressWithoutPass(2);
  const listed = async () => (await run("groups")).out;
  expect(await listed()).toContain("de 3 (cabem 3). Cliques não reconhecidos: 2.\n");
  expect(await listed()).not.toContain("Olhe no WhatsApp");
  await pressWithoutPass(1);
  expect(await listed()).toMatch(
    /^Com os cliques não reconhecidos, ele pode estar cheio\. Olhe no WhatsApp\. .* groups full 1;.* groups reopen 1$/m,
  );
  await run("groups", "reopen", "1");
  expect(await listed()).not.toContain("reconhecidos");
});

test("a group keeps its places when its invitation changes", async () => {
  const { run, press, groups } = await operatorWithGroups("sqlite", one, two);
  await press(2);
  expect((await run("groups", "replace", "1", three)).out).toContain(`  ${three}\n`);
  expect(await groups()).toMatchObject([
    { id: 1, link: three, taken: 2 },
    { id: 2, link: two },
  ]);
});

test("a group that becomes a channel keeps its limit; how to lift it is said", async () => {
  const { run, groups } = await operatorWithGroups("sqlite", one);
  const advice =
    /^Um canal não enche, mas o grupo 1 ainda para em 950 lugares\. .*: npm run leads -- (.+)$/m;
  const [, words = ""] = advice.exec((await run("groups", "replace", "1", channel)).out) ?? [];
  await run(...words.split(" "));
  expect(await groups()).toMatchObject([{ link: channel, members: 100_000, stopAt: 100_000 }]);
  const renewed = await run("groups", "replace", "1", channel.replace("0029", "0030"));
  expect(renewed.out).not.toMatch(advice);
});

test("a group is removed after a question that counts its places", async () => {
  const { run, press, groups, questions } = await operatorWithGroups("sqlite", one, two);
  await press(2);
  expect(await run("groups", "remove", "1")).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(questions).toEqual([
    "Tirar o grupo 1 desta lista? Lugares dados nele: 2. Essas pessoas ficam no grupo, mas o botão as levará a outro. Escreva sim para continuar: ",
  ]);
  expect((await run("groups", "remove", "1", "--yes")).out).toMatch(/^Feito\..*\n\nGrupo 2: /);
  expect(await groups()).toMatchObject([{ id: 2, taken: 0 }]);
  await run("groups", "remove", "2");
  expect(questions[1]).toContain(`o botão leva ao link de content/links.ts (${links.group}).`);
});

test("a link whose group is in the store is refused", async () => {
  const { run } = await operatorWithGroups("sqlite", one, two);
  const same = { code: 1, out: "", err: "Este link já é o do grupo 1. Nada mudou.\n" };
  for (const words of [["add"], ["replace", "2"], ["replace", "1"]])
    expect(await run("groups", ...words, `${one}?mode=ac_t`)).toEqual(same);
});

const wrong: [string[], string][] = [
  [["lits"], 'groups não conhece "lits". Escreva um destes: list, add, full, reopen, '],
  [["add"], "Escreva o link inteiro do grupo: ele começa com https://chat.whatsapp.com/ "],
  [["replace", one], "Escreva o número do grupo. Para ver os números: npm run leads -- groups"],
  [["replace", "1"], "Escreva o link inteiro do grupo"],
  [["full"], "Escreva o número do grupo."],
  [["full", "1", "2"], 'O comando não aceita "2" aqui.'],
  [["full", "um"], "Escreva o número do grupo."],
  [["full", "0"], "Escreva o número do grupo."],
  [["full", "1", "--members", "9"], "A opção --members só vale com groups add e groups reopen."],
  [["add", one, "--members", "0"], '--members não aceita "0". Escreva um número de 1 a 100.000.'],
  [["add", one, "--stop-at", "100001"], '--stop-at não aceita "100001".'],
  [["reopen", "1", "--stop-at", "1,5"], '--stop-at não aceita "1,5".'],
  [["add", one, "--stop-at", "1025"], "--stop-at (1.025) não pode passar de --members (1.024). Se"],
  [["add", "https://wa.me/5511987654321"], "Escreva o link inteiro do grupo"],
];

test.each(wrong)("%j is a wrong usage, and the command says why", async (words, sentence) => {
  const { run, groups } = await operatorWithGroups("sqlite", two);
  const { code, out, err } = await run("groups", ...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toContain(sentence);
  expect(await groups()).toMatchObject([{ link: two }]);
});

test("each change stands in the log of actions, with the number of the group", async () => {
  const { run, actions } = await operatorWithGroups("sqlite", one);
  for (const words of [["full"], ["reopen"], ["replace", two], ["remove", "--yes"]]) {
    const [word = "", ...others] = words;
    await run("groups", word, "1", ...others);
  }
  await run("groups");
  const changes = ["add", "full", "reopen", "replace", "remove"];
  expect(await actions()).toEqual(changes.map((word) => `group ${word} 1`));
});

test.each(["full", "reopen", "remove"])("%s needs a group that exists", async (word) => {
  const { run } = await operatorWithGroups("sqlite", one);
  expect(await run("groups", word, "7")).toEqual({
    code: 1,
    out: "",
    err: "O grupo 7 não existe. Para ver os números: npm run leads -- groups\n",
  });
});
