import { expect, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { ana, bia } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s the operator sees who wants to hear of the next class",
  async (engine) => {
    const operator = await createOperatorWithActiveCampaign(engine);
    await operator.signUp({ lead: ana, wording: "aviso-1" });
    await operator.signUp({
      lead: bia,
      wording: "aviso-proxima-1",
      receivedAt: operator.clock.now,
    });
    const output = async (...words: string[]) => (await operator.run(words)).out;
    expect(await output("list")).toMatch(
      /^ana@.*\tna fila$\n^bia@.*\tna fila, quer saber da próxima aula$/m,
    );
    expect(await output("find", ana.email)).not.toContain("próxima aula");
    expect(await output("find", bia.email)).toMatch(/^próxima aula +quer saber$/m);
    expect(await output("stats")).toContain("\nQuerem saber da próxima aula: 1\n");
    expect(JSON.parse(await output("stats", "--json"))).toMatchObject({ wantNext: 1 });
    expect(await output("export")).toMatch(/,wants_next\r\nana@.*,\r\nbia@.*,yes\r\n$/);
    expect(await output("export", "--excel")).toContain(";Quer saber da próxima aula;");
    expect(JSON.parse(await output("access", bia.email))).toMatchObject({
      lead: { wants_next: 1 },
      signUps: [{ sentence: expect.stringContaining("próxima Black AHSD") }],
    });
    await operator.deliver();
    expect(await output("redeliver", "--since", "há 1 hora", "--yes")).toContain(
      " Para quem quer saber da próxima aula, as tags são: next. ",
    );
  },
);
