import { expect, test } from "vitest";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

test("a refused key, a missing list or tag, and a lost connection are reported", async () => {
  const { run, fake } = await createOperatorWithActiveCampaign("sqlite", {
    tags: ["black friday"],
    lists: [],
  });
  const { out } = await run(["doctor"]);
  expect(out).toContain("falha  Lista: A lista 2 não existe.\n");
  expect(out).toMatch(/^aviso {2}Tags: A tag "black" ainda não existe/m);
  expect(out).toMatch(
    /^aviso {2}Tags: A tag "next", de quem quer saber da próxima aula, ainda não existe.*\n.*ACTIVECAMPAIGN_NEXT_TAGS/m,
  );
  fake.misbehave({ how: "403" });
  const refused = (await run(["doctor"])).out;
  expect(refused).toContain("falha  Chave: O ActiveCampaign recusa a chave (status 403).\n");
  expect(refused).not.toContain("A lista 2");
  fake.behave();
  fake.misbehave({ how: "429" });
  expect((await run(["doctor"])).out).toContain(
    "aviso  Chave: O ActiveCampaign pediu para esperar (status 429).\n",
  );
  fake.behave();
  await fake.stop();
  expect((await run(["doctor"])).out).toMatch(/^falha {2}Chave: .*\(ECONNREFUSED\)/m);
});
