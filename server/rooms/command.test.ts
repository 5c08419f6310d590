import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { enteredIn } from "#tests/support/app/room-site.ts";
import { createOperator, settingsOf } from "#tests/support/operator/operator.ts";
import type { Engine } from "#tests/support/store/temporary-database.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { countEntries } from "./count-entries.ts";
import { listRooms } from "./rooms.ts";

const [one, two, three] = [
  "https://um.example/a",
  "https://dois.example/",
  "https://tres.example/",
];

const without = `Sem salas, a entrada leva ao link de content/links.ts (${links.live}). Para pôr uma: npm run leads -- room add <link>`;

test.each(engines)(
  "on %s the first room receives, and the list says what follows",
  async (engine) => {
    const { run, asked } = await operatorWithRooms(engine);
    expect((await run("room")).out).toBe(`${without}\n`);
    expect((await run("room", "add", one, "--places", "5.000")).out).toBe(
      [
        "O link da sala respondeu.",
        "Feito. Vale em todos os servidores em até 2 segundos.",
        "",
        "Sala 1: recebe as pessoas. Entradas: 0, de 5.000 lugares.",
        `  ${one}`,
        "As pessoas vão para a sala 1. Não há outra de reserva. Para pôr uma: npm run leads -- room add <link>",
        "",
      ].join("\n"),
    );
    expect((await run("room", "add", two)).out).toMatch(
      /^Sala 2: de reserva\. Entradas: 0, sem limite\.\n.*\nAs pessoas vão para a sala 1\. Quando ela encher, vão para a sala 2\. Se ela cair: npm run leads -- room use 2\n$/m,
    );
    expect((await run("room", "use", "2")).out).toContain(
      "As pessoas vão para a sala 2. Se ela cair",
    );
    expect(asked).toEqual([one, two]);
  },
);

test("a room whose link does not answer is taken if the operator agrees", async () => {
  const { run, rooms, questions, site } = await operatorWithRooms();
  site.status = 404;
  expect(await run("room", "add", one)).toMatchObject({ code: 1, err: "Nada mudou.\n" });
  expect(questions).toEqual([
    "O link da sala respondeu 404. Usar mesmo assim? Escreva sim para continuar: ",
  ]);
  expect(await rooms()).toEqual([]);
  expect((await run("room", "add", one, "--yes")).code).toBe(0);
  expect(await rooms()).toMatchObject([{ link: one, places: null }]);
});

test("a room gets another link or limit, and keeps its count", async () => {
  const { run, rooms, use } = await operatorWithRooms();
  await run("room", "add", one, "--places", "9");
  await use((database) => countEntries(database, [{ person: undefined, source: "email" }], 1));
  await run("room", "replace", "1", three);
  expect(await rooms()).toMatchObject([{ link: three, places: 9, entered: 1 }]);
  expect((await run("room", "replace", "1", three, "--places", "1")).out).toContain(
    "As pessoas vão para a sala 1. Todas estão cheias. Ponha outra agora",
  );
  expect(await use(enteredIn)).toEqual([1]);
});

test("removing a room asks first, and says where people are led then", async () => {
  const { run, rooms, questions: asked } = await operatorWithRooms();
  await run("room", "add", one);
  await run("room", "remove", "1");
  await run("room", "add", two);
  await run("room", "remove", "1");
  await run("room", "remove", "2");
  const questions = [
    `Tirar a sala 1 desta lista? Depois, a entrada leva ao link de content/links.ts (${links.live}).`,
    "Tirar a sala 1 desta lista? Depois, a entrada leva à sala 2.",
    "Tirar a sala 2 desta lista? Depois, a entrada leva à sala 1.",
  ];
  expect(asked).toEqual(questions.map((one) => `${one} Escreva sim para continuar: `));
  expect(await rooms()).toHaveLength(2);
  await run("room", "remove", "1", "--yes");
  expect(await rooms()).toMatchObject([{ id: 2, link: two }]);
});

test("each change stands in the log of actions, with the number of the room", async () => {
  const { run, actions } = await operatorWithRooms();
  for (const words of [
    ["add", one],
    ["add", two],
    ["use", "2"],
    ["replace", "1", three],
  ])
    await run("room", ...words);
  await run("room", "remove", "2", "--yes");
  const changes = ["add 1", "add 2", "use 2", "replace 1", "remove 2"];
  expect(await actions()).toEqual(changes.map((change) => `room ${change}`));
});

test.each([
  [["abrir"], 'room não conhece "abrir". Escreva um destes: list, add, use, replace, remove.'],
  [["add"], "Escreva o link inteiro da sala: ele começa com https://"],
  [["add", "http://um.example/"], "Escreva o link inteiro da sala"],
  [["add", "https://a:b@um.example/"], "Escreva o link inteiro da sala"],
  [["add", one, two], `O comando não aceita "${two}" aqui.`],
  [["use", "x"], "Escreva o número da sala. Para ver os números: npm run leads -- room"],
  [["replace", "1"], "Escreva o link inteiro da sala"],
  [
    ["use", "1", "--places", "9"],
    "--places vale com add e replace, e é um número de 1 a 1.000.000.",
  ],
  [["add", two, "--places", "0"], "--places vale com add e replace"],
  [["use", "2"], "A sala 2 não existe. Para ver os números: npm run leads -- room"],
  [["add", one], "Este link já é o da sala 1. Nada mudou."],
  [["add", "https://site.example/aovivo"], "Este link é da própria página."],
])("room %j changes nothing and says why", async (words, said) => {
  const { run, rooms, asked } = await operatorWithRooms();
  await run("room", "add", one);
  const { code, err } = await run("room", ...words);
  expect(code).toBeGreaterThan(0);
  expect(err).toContain(said);
  expect(await rooms()).toMatchObject([{ link: one, places: null }]);
  expect(asked).toEqual([one]);
});

/** An operator who answers no to each question, and whose rooms answer with the status of `site`. */
async function operatorWithRooms(engine: Engine = "sqlite") {
  const operator = await createOperator(engine);
  const asked: string[] = [];
  const questions: string[] = [];
  const site = { status: 200 };
  let now = 1_000;
  const io = {
    readConfig: () => settingsOf(operator.store, { SITE_URL: "https://site.example" }),
    databaseClock: () => Promise.resolve(now++),
    fetch: async (address: unknown) => {
      asked.push(String(address));
      return new Response("", { status: site.status });
    },
    prompt(question: string) {
      questions.push(question);
      return Promise.resolve("não");
    },
  };
  return {
    asked,
    questions,
    site,
    use: operator.use,
    actions: operator.actions,
    run: (...words: string[]) => operator.run(words, io),
    rooms: () => operator.use(listRooms),
  };
}
