import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s a lead waits between pause and resume, and is sent afterwards",
  async (engine) => {
    const { run, signUpNow, deliver, fake, clock } = await createOperatorWithActiveCampaign(engine);
    expect(await run(["pause"])).toEqual({
      code: 0,
      out:
        "Agora nada é enviado ao ActiveCampaign. Os novos leads ficam guardados até você rodar resume.\n" +
        "Entregas em pausa desde 11/11/2026 20:00:00 (-03:00). Para continuar: npm run leads -- resume\nLeads na fila: 0\n",
      err: "",
    });
    await signUpNow("ana");
    clock.now += 60_000;
    await deliver();
    expect(fake.requests).toEqual([]);
    // A second `pause` still reports the time at which the first pause began.
    expect((await run(["pause"])).out).toMatch(
      /^Entregas em pausa desde 11\/11\/2026 20:00:00 .*\nLeads na fila: 1$/m,
    );
    expect(await run(["resume"])).toEqual({
      code: 0,
      out:
        "As entregas não estão em pausa.\n" +
        "Nenhuma pausa, falha ou espera impede as entregas.\nLeads na fila: 1\n",
      err: "",
    });
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test.each(engines)(
  "on %s resume tries again at once after a failure, with one request",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ how: "403" });
    await signUpNow("ana", "bia");
    await deliver();
    expect(fake.requests).toHaveLength(2);
    expect((await run(["pause"])).out).toMatch(
      /^Entregas paradas desde .+, porque o ActiveCampaign falhou \(status 403\)\. Próxima tentativa: /m,
    );
    await run(["resume"]);
    await deliver();
    expect(fake.requests).toHaveLength(3);
    expect((await run(["resume"])).out).toMatch(/^Entregas paradas desde 11\/11\/2026 20:00:0\d/m);
    fake.behave();
    await run(["resume"]);
    await deliver();
    expect(fake.contacts).toHaveLength(2);
    expect((await run(["resume"])).out).toContain(
      "Nenhuma pausa, falha ou espera impede as entregas.",
    );
  },
);

test("resume does not end a wait that ActiveCampaign asked for", async () => {
  const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUpNow("ana");
  await deliver();
  expect((await run(["resume"])).out).toMatch(
    /pediu para esperar até .+\. Para não esperar: npm run leads -- resume --now/,
  );
  await deliver();
  expect(fake.requests).toHaveLength(1);
});

test.each(engines)(
  "on %s resume --now also ends a wait that ActiveCampaign asked for",
  async (engine) => {
    const { run, signUpNow, deliver, fake } = await createOperatorWithActiveCampaign(engine);
    fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
    await signUpNow("ana");
    await deliver();
    expect((await run(["resume", "--now"])).out).toContain(
      "Nenhuma pausa, falha ou espera impede as entregas.",
    );
    await deliver();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com" }]);
  },
);

test("resume says that ActiveCampaign is not configured", async () => {
  const { run } = await createOperator();
  expect((await run(["resume"])).out).toContain("O ActiveCampaign não está configurado");
});
