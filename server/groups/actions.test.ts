import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { endOf } from "./group-link.ts";
import { listGroups, sayFull, takePlace } from "./groups.ts";

const [one, two] = [linkOf(1), linkOf(2)];
const channel = "https://whatsapp.com/channel/0029VaExampleExample1";

test("each new group comes last, and the list says who gets people", async () => {
  const { run, groups } = await operatorWithGroups();
  expect((await run("groups")).out).toMatch(
    /^Grupos: Não há grupos no banco de dados.*\n.*\n {2}npm run leads -- groups add '<link>'$/m,
  );
  const added = (await run("groups", "add", one)).out;
  expect(added).toMatch(/^Feito: Grupo 1 posto na lista\.\n.*cada participante vê o número/);
  expect(added).toContain(
    `Grupo 1: recebe agora: 0 de 950 lugares; o convite termina em ${endOf(one)}.\n`,
  );
  await run("groups", "add", two, "--stop-at", "1.500");
  await run("groups", "add", channel);
  expect((await run("groups")).out).toMatch(/^Grupo 2: aberto: 0 de 1\.500 lugares; /m);
  expect(await groups()).toMatchObject([
    { link: one, stopAt: 950 },
    { link: two, stopAt: 1500 },
    { link: channel, stopAt: 100_000 },
  ]);
});

test("a group that is full gets no more people until it is opened again", async () => {
  const { run } = await operatorWithGroups(one, two);
  const closed = (await run("groups", "full", "1")).out;
  expect(closed).toMatch(/^Grupo 1: fechado à mão: /m);
  expect(closed).toMatch(/^Grupo 2: recebe agora: /m);
  expect((await run("groups", "full", "2")).out).toMatch(
    /^Grupos: Nenhum grupo tem mais lugares: .*\n.*\n {2}npm run leads -- groups add '<link>'$/m,
  );
  const reopened = await run("groups", "reopen", "1", "--stop-at", "550");
  expect(reopened.out).toMatch(/^Grupo 1: recebe agora: 0 de 550 lugares/m);
});

test.each([[[]], [["--stop-at", "3"]]])(
  "a group without places is not opened again with %j, only with a higher limit",
  async (limit) => {
    const { run, press } = await operatorWithGroups();
    await run("groups", "add", one, "--stop-at", "3");
    await press(3);
    expect(await run("groups", "reopen", "1", ...limit)).toEqual({
      code: 1,
      out: "",
      err: "Os lugares do grupo 1 já foram todos dados (3). Para reabri-lo, escreva um limite maior que esse.\n",
    });
    expect((await run("groups", "reopen", "1", "--stop-at", "4")).out).toContain("3 de 4 lugares");
  },
);

test("who found a group full, and unknown presses, count until it is opened again", async () => {
  const { run, findFull, pressWithoutPass } = await operatorWithGroups(one, two);
  await findFull(3);
  await pressWithoutPass(2);
  const { out } = await run("groups");
  expect(out).toContain("cliques não reconhecidos: 2; disseram que está cheio: 3; ");
  expect(out).toMatch(/^Grupo talvez cheio: .*: 3\.\n.*\n {2}npm run leads -- groups full 1\n/m);
  const reopened = (await run("groups", "reopen", "1")).out;
  expect(reopened).not.toMatch(/reconhecidos|disseram que está/);
});

test("a group is removed after a question that counts its places", async () => {
  const { run, press, groups, questions } = await operatorWithGroups(one, two);
  await press(2);
  const refused = await run("groups", "remove", "1");
  expect(refused).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(refused.out).toBe("Lugares dados nele: 2.\n");
  expect(questions).toEqual(["Fazer mesmo assim? Escreva sim para continuar: "]);
  expect((await run("groups", "remove", "1", "--yes")).out).toMatch(/Feito: .*\n.*\n\nGrupos: /);
  expect(await groups()).toMatchObject([{ id: 2, taken: 0 }]);
  const last = await run("groups", "remove", "2");
  expect(last.out).toContain(`o botão leva ao link de content/links.ts (${links.group}).`);
});

test("a link whose group is in the store is refused", async () => {
  const { run } = await operatorWithGroups(one, two);
  const same = { code: 1, out: "", err: "Este link já é o do grupo 1.\n" };
  for (const words of [["add"], ["replace", "2"], ["replace", "1"]])
    expect(await run("groups", ...words, `${one}?mode=ac_t`)).toEqual(same);
});

const wrong: [string[], string][] = [
  [["full", "um"], "Escreva o número do grupo."],
  [["add", one, "--stop-at", "0"], "escreva um número de 1 a 100.000."],
  [["add", one, "--stop-at", "100001"], "escreva um número de 1 a 100.000."],
  [["add", "https://wa.me/5511987654321"], "Escreva o link inteiro do grupo"],
];

test.each(wrong)("%j is a wrong usage, and the command says why", async (words, sentence) => {
  const { run, groups } = await operatorWithGroups(two);
  const { code, out, err } = await run("groups", ...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toContain(sentence);
  expect(await groups()).toMatchObject([{ link: two }]);
});

/**
 * An operator whose store has these groups, and who answers no to each question. Each command runs a second after the
 * last.
 */
async function operatorWithGroups(...added: string[]) {
  const operator = await createOperator();
  const questions: string[] = [];
  let now = Date.parse("2026-11-01T12:00:00Z");
  const io = {
    prompt(question: string) {
      questions.push(question);
      return Promise.resolve("não");
    },
    clock: () => now,
  };
  const run = (...words: string[]) => {
    now += 1_000;
    return operator.run(words, io);
  };
  for (const link of added) await run("groups", "add", link);
  const people = Array.from({ length: 9 }, (_, index) => `person-${index}`);
  /** New people press the button of the group, and then do what `then` says. */
  const press = (count: number, then?: typeof sayFull) =>
    operator.use(async (database) => {
      for (const person of people.splice(0, count)) {
        await takePlace(database, { person });
        await then?.(database, { person, now });
      }
    });
  return {
    run,
    questions,
    groups: () => operator.use(listGroups),
    press: (count: number) => press(count),
    pressWithoutPass: (count: number) =>
      operator.use(async (database) => {
        for (let pressed = 0; pressed < count; pressed += 1)
          await takePlace(database, { person: undefined });
      }),
    findFull: (count: number) => press(count, sayFull),
  };
}
