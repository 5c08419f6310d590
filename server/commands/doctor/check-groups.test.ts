import { expect, test } from "vitest";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { checkGroups } from "./check-groups.ts";

test("without groups, doctor warns that the group of content/links.ts fills up unseen", async () => {
  const database = await temporaryDatabase("sqlite");
  expect(await checkGroups(database, linkOf(1))).toMatchObject({
    level: "warn",
    text: expect.stringMatching(/^Não há grupos no banco de dados: .* content\/links\.ts\.$/),
    todo: expect.stringMatching(/^Um grupo comum enche, .* groups add <link>$/),
  });
});

test("a channel in content/links.ts needs no groups, because it does not fill up", async () => {
  const database = await temporaryDatabase("sqlite");
  const found = await checkGroups(database, "https://whatsapp.com/channel/0029VaExampleExample1");
  expect(found.level).toBe("ok");
});

test("doctor names a group that three people found full, and what to do", async () => {
  const { run, findFull } = await operatorWithGroups("sqlite", linkOf(1), linkOf(2));
  await findFull(2);
  expect(subjectsAt("ok", (await run("doctor")).out)).toContain("grupos");
  await findFull(1);
  expect((await run("doctor")).out).toContain(
    "aviso  grupos: Pessoas que disseram que o grupo 1 está cheio: 3.\n       → Olhe no WhatsApp. Se está cheio: npm run leads -- groups full 1   Se ainda há lugar: npm run leads -- groups reopen 1\n",
  );
});

test.each(engines)(
  "on %s doctor counts the free places, warns at 80 % of the last open group, and fails without one",
  async (engine) => {
    const { run, press } = await operatorWithGroups(engine, linkOf(1));
    await run("groups", "add", linkOf(2), "--room", "5", "--stop-at", "5");
    await press(1);
    expect((await run("doctor")).out).toContain(
      "ok     grupos: Grupos abertos: 2. Lugares livres neles: 954.\n",
    );
    await run("groups", "full", "1");
    await press(3);
    expect(subjectsAt("ok", (await run("doctor")).out)).toContain("grupos");
    await press(1);
    expect((await run("doctor")).out).toContain(
      "aviso  grupos: O último grupo aberto, o 2, está quase cheio. Lugares dados: 4 de 5.\n       → Crie outro grupo no WhatsApp e rode: npm run leads -- groups add <link>\n",
    );
    await press(1);
    expect((await run("doctor")).out).toMatch(
      /^falha {2}grupos: Nenhum grupo está aberto: .*\n {7}→ .* groups add <link>$/m,
    );
  },
);
