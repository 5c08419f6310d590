import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { hourMs } from "#event/time-zone.ts";
import { readFigures } from "#server/figures/figures.ts";
import { countEntries } from "#server/room/route.ts";
import { pauseDeliveries } from "#server/store/courier.ts";
import { createOperator, type Operator, settingsOf } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";

const { start, end } = editionAt(launch.event, Date.UTC(2026, 5, 1));
const now = end + hourMs;
const at = { clock: () => now };

test("stats has the panel's figures, also after an erasure", async () => {
  const operator = await createOperator();
  await signUpThree(operator);
  // An erasure keeps what was already counted, and removes what was not counted yet.
  await statsOf(operator);
  await operator.run(["erase", ana.email], { prompt: () => Promise.resolve("sim") });
  expect(await statsOf(operator)).toEqual(await panelOf(operator));
  expect(totalsIn(await statsOf(operator))).toEqual([4, 3, 4, 4, 4]);
});

test("stats is read by people too, and says what stops the deliveries", async () => {
  const operator = await createOperator();
  await signUpThree(operator);
  await operator.signUp({ receivedAt: end, flag: "honeypot" });
  await operator.use((database) => pauseDeliveries(database, end));
  const readConfig = () =>
    settingsOf(operator.store, {
      ACTIVECAMPAIGN_URL: "https://exemplo.api-us1.com",
      ACTIVECAMPAIGN_TOKEN: "token",
    });
  const { out } = await operator.run(["stats"], { ...at, readConfig });
  for (const line of [
    /^ {2}No total: 4 \(de 3 pessoas\)$/m,
    /^ {2}Envio: Em pausa desde /m,
    /^ {2}Na fila: 3; o mais antigo espera há .*$/m,
    /^ {2}Inscrições retidas: 1: preencheu .*release honeypot; npm run leads -- release\)$/m,
    /^ {2}E-mail: 1$/m,
    /^ {2}lista · story 1: 1$/m,
    /^ {2}Inscrição guardada: 4$/m,
  ])
    expect(out).toMatch(line);
});

async function signUpThree(operator: Operator): Promise<void> {
  const source = JSON.stringify({
    last: { utm_source: "email", utm_campaign: "lista", utm_content: "story 1" },
  });
  for (const [lead, receivedAt] of [
    [ana, start],
    [bia, start + 1],
    [ana, start + hourMs],
  ] as const)
    await operator.signUp({ lead, receivedAt });
  await operator.signUp({ lead: caio, receivedAt: end, source });
  const visitor = { person: undefined, source: "email" } as const;
  await operator.use((database) => countEntries(database, [visitor, visitor], start));
}

async function statsOf(operator: Operator) {
  return JSON.parse((await operator.run(["stats", "--json"], at)).out).figures;
}

/** The figures that a server shows on the panel. */
function panelOf({ use }: Operator) {
  return use((database) => readFigures({ database, ...at, event: launch.event }));
}

/** The sign-ups and the people, and the sum of the sign-ups by source, by step and by hour. */
function totalsIn({ signUps, steps }: Awaited<ReturnType<typeof readFigures>>) {
  const sum = (rows: readonly { signUps: number }[]) =>
    rows.reduce((all, one) => all + one.signUps, 0);
  const kept = steps.all.find(({ step }) => step === "kept")?.count;
  return [signUps.all, signUps.people, sum(signUps.bySource), kept, sum(signUps.byHour)];
}
