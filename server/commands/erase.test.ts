import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { claimRemoval } from "#server/store/erasure/removals.ts";
import { createOperator, createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s erase removes one person with held sign-ups, and no other",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({});
    await signUp({ lead: bia });
    await run(["list"]);
    await signUp({ flag: "honeypot" });
    expect(await run(["erase", "ANA@Example.com", "--yes"])).toEqual({
      code: 0,
      out: "ANA@Example.com foi apagado daqui. Leads: 1, inscrições: 2.\nA remoção no ActiveCampaign está na fila. Ela espera, e guarda o e-mail, até o ActiveCampaign ser configurado.\n",
      err: "",
    });
    const { out } = await run(["list"]);
    expect(out).not.toContain("ana@example.com");
    expect(out).toContain("bia@example.com");
    expect((await run(["find", "ana@example.com"])).err).toContain(
      "Uma pessoa com este e-mail foi apagada em 31/12/1969 21:00:01 (-03:00).",
    );
  },
);

test("erase reports an unknown e-mail, and queues the removal all the same", async () => {
  const { run, use } = await createOperator();
  const { out } = await run(["erase", "typo@example.com", "--yes"], at(50));
  expect(out).toBe(
    "Nenhuma pessoa tem o e-mail typo@example.com. Confira a grafia.\nA remoção no ActiveCampaign está na fila. Ela espera, e guarda o e-mail, até o ActiveCampaign ser configurado.\n",
  );
  expect(await use((database) => claimRemoval(database, 50))).toMatchObject({ queuedAt: 50 });
});

test.each(["s", "SIM", "Sim\n", "y", "yes"])("the answer %j erases the person", async (answer) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const questions: string[] = [];
  const prompt = (question: string) => {
    questions.push(question);
    return Promise.resolve(answer);
  };
  expect(await run(["erase", "ana@example.com"], { prompt })).toMatchObject({ code: 0 });
  expect(questions).toEqual([
    "Apagar ana@example.com para sempre (leads: 0, inscrições: 1)? Escreva sim para continuar: ",
  ]);
});

test.each(["", "n", "não", "si", "yo"])("the answer %j erases nothing", async (answer) => {
  const { run, signUp } = await createOperator();
  await signUp({});
  const prompt = () => Promise.resolve(answer);
  expect(await run(["erase", "ana@example.com"], { prompt })).toEqual({
    code: 1,
    out: "",
    err: "Nada mudou.\n",
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test("without a terminal erase removes nothing and names --yes", async () => {
  const { run, signUp } = await createOperator();
  await signUp({});
  expect(await run(["erase", "ana@example.com"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /^Este comando pede uma confirmação, mas não há terminal. Para rodar sem a pergunta: --yes\n/,
    ),
  });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

test.each(engines)("on %s an erasure has the time of the database's clock", async (engine) => {
  const { run, signUp, use } = await createOperator(engine);
  await signUp({ receivedAt: 100 });
  const fast = { clock: () => 9_000_000, ...at(500) };
  expect(await run(["erase", "ana@example.com", "--yes"], fast)).toMatchObject({ code: 0 });
  expect(await use((database) => claimRemoval(database, 500))).toMatchObject({ queuedAt: 500 });
  await signUp({ receivedAt: 501 });
  expect((await run(["list"])).out).toContain("ana@example.com");
});

function at(now: number) {
  return { databaseClock: () => Promise.resolve(now) };
}

test("while another program reads, the person stays in the log, and it is said", async () => {
  const { run, signUp, use, store } = await createOperatorWithBackupFile();
  await use(async () => {
    await signUp({});
    const reader = new Sqlite(join(store.folder, "leads.sqlite"), { readonly: true });
    reader.exec("begin; select count(*) from submissions");
    expect(await run(["erase", "ana@example.com", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("ainda está em leads.sqlite-wal"),
    });
    reader.close();
    expect(await run(["erase", "ana@example.com", "--yes"])).toMatchObject({ code: 0, err: "" });
    expect(statSync(join(store.folder, "leads.sqlite-wal")).size).toBe(0);
  });
}, 30_000);
