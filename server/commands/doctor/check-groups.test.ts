import { expect, test } from "vitest";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { operatorWithGroups } from "#tests/support/operator/operator-with-groups.ts";
import { linkOf } from "#tests/support/store/groups.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("without groups, doctor says that the link of content/links.ts serves", async () => {
  const { run } = await operatorWithGroups();
  expect((await run("doctor")).out).toMatch(
    /^ok {5}grupos: Não há grupos no banco de dados: .* content\/links\.ts\.$/m,
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
