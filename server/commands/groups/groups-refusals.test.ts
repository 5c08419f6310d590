import { expect, test } from "vitest";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";

const [one, two] = [linkOf(1), linkOf(2)];

test.each([`${one}/`, `${one}?mode=ac_t`, one.replace(".com/", ".com/invite/")])(
  "%s is refused beside the same link in the store",
  async (link) => {
    const { run } = await operatorWithGroups("sqlite", one, two);
    const same = { code: 1, out: "", err: "Este link já é o do grupo 1. Nada mudou.\n" };
    expect(await run("groups", "add", link)).toEqual(same);
    expect(await run("groups", "replace", "2", link)).toEqual(same);
    expect(await run("groups", "replace", "1", link)).toEqual(same);
  },
);

test.each([
  ["chat.whatsapp.com/GroupOneGroupOne123456", "não é um link inteiro."],
  ["http://chat.whatsapp.com/GroupOneGroupOne123456", "ele precisa começar com https://."],
  ["https://wa.me/5511987654321", "O link precisa começar com https://chat.whatsapp.com/ "],
  ["https://chat.whatsapp.com.example.com/GroupOne", "O link precisa começar com "],
  ["https://chat.whatsapp.com/", "porque falta o código do convite, "],
])("the link %s is refused with its reason", async (link, reason) => {
  const { run, groups } = await operatorWithGroups("sqlite", two);
  for (const words of [["add"], ["replace", "1"]]) {
    const { code, out, err } = await run("groups", ...words, link);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.split("\n")[0]).toMatch(`"${link}" não é`);
    expect(err.split("\n")[0]).toContain(reason);
  }
  expect(await groups()).toMatchObject([{ link: two }]);
});

test.each([
  [["lits"], 'groups não conhece "lits". Escreva um destes: list, add, full, reopen, '],
  [["add"], "Falta o link do grupo. Copie o convite no WhatsApp"],
  [["replace", one], "Escreva o número do grupo e depois o link novo. Para ver os números: "],
  [["full"], "Falta o número do grupo. Para ver os números: npm run leads -- groups"],
  [["full", "1", "2"], 'O comando não aceita "2" aqui.'],
  [["full", "um"], '"um" não é o número de um grupo.'],
  [["full", "0"], '"0" não é o número de um grupo.'],
  [["full", "1", "--room", "9"], "A opção --room só vale com groups add e groups reopen."],
  [["add", one, "--room", "0"], '--room não aceita "0". Escreva um número de 1 a 100.000.'],
  [["add", one, "--stop-at", "100001"], '--stop-at não aceita "100001".'],
  [["reopen", "1", "--stop-at", "1,5"], '--stop-at não aceita "1,5".'],
  [
    ["add", one, "--stop-at", "1025"],
    "--stop-at (1.025) não pode passar de --room (1.024). Se cabem mais pessoas,",
  ],
])("%j is a wrong usage, and the command says why", async (words, sentence) => {
  const { run } = await operatorWithGroups();
  const { code, out, err } = await run("groups", ...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split("\n")[0]).toContain(sentence);
});

test.each(["full", "reopen", "remove"])("%s needs a group that exists", async (word) => {
  const { run } = await operatorWithGroups("sqlite", one);
  expect(await run("groups", word, "7")).toEqual({
    code: 1,
    out: "",
    err: "O grupo 7 não existe. Para ver os números: npm run leads -- groups\n",
  });
});
