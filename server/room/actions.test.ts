import { expect, test } from "vitest";
import { live } from "#content/room.ts";
import { readEvent } from "#server/event/choices.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";

const [one, two] = ["https://um.example/a", "https://dois.example/"];

test("the room that was written last holds, whatever a clock says", async () => {
  const { run, present, actions, clock, asked } = await operator();
  const { host } = new URL(live);
  expect((await run("room")).out).toBe(`Sala: A entrada leva a ${host}, de content/room.ts.\n`);
  await run("room", one);
  clock.now -= 600_000;
  expect((await run("room", two)).out).toMatch(
    /^Feito: Pessoas levadas a outra sala\.\n.*\n\nSala: A entrada leva a dois\.example\.\n$/,
  );
  expect(await present()).toBe(two);
  expect(await actions()).toEqual(["room", "room"]);
  expect(asked).toEqual([one, two]);
});

test("a link that does not answer is taken if the operator agrees", async () => {
  const { run, present, questions, site } = await operator();
  site.status = 404;
  expect(await run("room", one)).toMatchObject({
    code: 1,
    out: "O link da sala respondeu 404.\n",
    err: "Nada mudou.\n",
  });
  expect(questions).toHaveLength(1);
  expect(await present()).toBeUndefined();
  expect((await run("room", one, "--yes")).code).toBe(0);
  expect(await present()).toBe(one);
});

test.each([
  [["http://um.example/"], "Copie o link inteiro da sala na plataforma da aula"],
  [["https://site.example/aovivo"], "ele começa com https:// e não é desta página."],
  [[one, two], `O comando não aceita "${two}" aqui.`],
])("room %j changes nothing and says why", async (words, said) => {
  const { run, present, asked } = await operator();
  const { code, err } = await run("room", ...words);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(said);
  expect(await present()).toBeUndefined();
  expect(asked).toEqual([]);
});

/** An operator who answers no to each question, and whose rooms answer with the status of `site`. */
async function operator() {
  const { store, use, actions, run } = await createOperator();
  const asked: string[] = [];
  const questions: string[] = [];
  const site = { status: 200 };
  const clock = { now: 1_000_000 };
  const io = {
    readConfig: () => settingsOf(store, { SITE_URL: "https://site.example" }),
    clock: () => clock.now,
    fetch: async (address: unknown) => {
      asked.push(String(address));
      return new Response("", { status: site.status });
    },
    async prompt(question: string) {
      questions.push(question);
      return "não";
    },
  };
  return {
    ...{ asked, questions, site, clock, actions },
    present: async () => (await use(readEvent)).roomLink,
    run: (...words: string[]) => run(words, io),
  };
}
