import { expect, test } from "vitest";
import { pauseDeliveries } from "#server/store/courier/circuit.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { ana, bia, caio } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

/** 11/11/2026, 20:30 in São Paulo. */
const now = Date.UTC(2026, 10, 11, 23, 30);
const minute = 60_000;
const hour = 60 * minute;

test.each(engines)(
  "on %s stats counts sign-ups and people by hour, source, campaign and form",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    const source = JSON.stringify({ last: { utm_source: "mail", utm_campaign: "black" } });
    await signUp({ receivedAt: now - 50 * hour, surface: "page" });
    for (const receivedAt of [now - 2 * hour, now - 1]) await signUp({ receivedAt, source });
    await signUp({ receivedAt: now, lead: bia, source });
    await signUp({ receivedAt: now, flag: "honeypot" });
    expect((await run(["stats"], { clock: () => now })).out.split("\n")).toEqual([
      "Inscrições: 4. Pessoas: 2.",
      "",
      "Por hora (America/Sao_Paulo): inscrições, pessoas novas",
      `  11/11/2026 18h  1  0  ${"█".repeat(20)}`,
      "  11/11/2026 19h  0  0",
      `  11/11/2026 20h  2  1  ${"█".repeat(40)}`,
      "",
      "Por origem",
      `  mail      3  ${"█".repeat(40)}`,
      `  (direto)  1  ${"█".repeat(13)}`,
      "",
      "Por campanha",
      `  black           3  ${"█".repeat(40)}`,
      `  (sem campanha)  1  ${"█".repeat(13)}`,
      "",
      "Por campanha e conteúdo, de todo o tempo",
      `  black  3  ${"█".repeat(40)}`,
      "",
      "Por formulário",
      `  popup                 3  ${"█".repeat(40)}`,
      `  formulário da página  1  ${"█".repeat(13)}`,
      "",
      "Entregas",
      `  na fila  2  ${"█".repeat(40)}`,
      "",
      "Retidas: 1 (para ver: npm run leads -- release)",
      "",
    ]);
  },
);

test.each(engines)("on %s --since and --to leave out other sign-ups", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  for (const ago of [48, 24, 1, 0]) await signUp({ receivedAt: now - ago * hour });
  const at = { clock: () => now };
  expect((await run(["stats", "--since", "hoje"], at)).out).toMatch(
    /^Inscrições: 2\. Pessoas: 1\.\nDe 11\/11\/2026 00:00:00 \(-03:00\) até agora\.\n/,
  );
  const span = ["--since", "10/11/2026", "--to", "11/11/2026 20:00"];
  const { out } = await run(["stats", ...span, "--by", "day"], at);
  expect(out).toMatch(/^Inscrições: 2\./);
  expect(out).toMatch(
    /^Por dia .*\n {2}10\/11\/2026 {2}1 {2}0 {2}█+\n {2}11\/11\/2026 {2}1 {2}0 {2}█+\n\n/m,
  );
});

test("--by minute shows the last hour, with its empty minutes", async () => {
  const { run, signUp } = await createOperator();
  for (const ago of [60, 59, 0]) await signUp({ receivedAt: now - ago * minute });
  const { out } = await run(["stats", "--by", "minute"], { clock: () => now });
  const [, rows = ""] = /^Por minuto .*\n((?: {2}.*\n)+)/m.exec(out) ?? [];
  expect(rows.split("\n")).toHaveLength(61);
  expect(rows).toMatch(
    /^ {2}11\/11\/2026 19:31 {2}1 {2}0 {2}█+\n {2}11\/11\/2026 19:32 {2}0 {2}0\n/,
  );
  expect(rows).toMatch(/11\/11\/2026 20:30 {2}1 {2}0 {2}█+\n$/);
});

test("a source from a link is shown with visible escapes, and the linking site is a source", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ source: JSON.stringify({ last: { utm_source: "\u001b[2Jx" } }) });
  await signUp({ source: JSON.stringify({ first: { referrer: "https://blog.example/a" } }) });
  const { out } = await run(["stats"]);
  expect(out).toMatch(/^ {2}\\u001b\[2Jx +1 /m);
  expect(out).toMatch(/^ {2}blog\.example +1 /m);
});

test("with many sources the rarest share one line", async () => {
  const { run, signUp } = await createOperator();
  for (let index = 0; index < 22; index += 1)
    await signUp({ source: JSON.stringify({ last: { utm_source: `source-${index}` } }) });
  expect((await run(["stats"])).out).toMatch(/^ {2}\(outras\) +2 /m);
});

test("a sign-up from a machine with a wrong clock does not make endless rows", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ receivedAt: 100 });
  const { out } = await run(["stats", "--by", "minute", "--since", "1/1/1970", "--json"], {
    clock: () => now,
  });
  expect(JSON.parse(out).periods.length).toBeLessThanOrEqual(10_000);
});

test("stats lists deliveries in the order of their states, and says what stops them", async () => {
  const { run, signUp, use } = await createOperator();
  for (const lead of [ana, bia, caio]) await signUp({ lead });
  expect((await run(["stats"])).out).toMatch(/Retidas: 0\n$/);
  const states = ["parked", "importing", "delivered"] as const;
  await use(async (database) => {
    for (const [index, state] of states.entries())
      await database
        .updateTable("deliveries")
        .set({ state })
        .where("lead_id", "=", index + 1)
        .execute();
    await pauseDeliveries(database, 1_000);
  });
  const { out } = await run(["stats"]);
  expect(out).toMatch(
    / {2}em importação +1 .*\n {2}entregue +1 .*\n {2}recusado \(npm run leads -- retry\) +1 /,
  );
  expect(out).toMatch(/31\/12\/1969 21:00:01 \(-03:00\).*npm run leads -- resume\n$/);
});

test.each(engines)("on %s --json writes the same numbers for programs", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ receivedAt: now, source: JSON.stringify({ last: { utm_source: "mail\u0000" } }) });
  const { out } = await run(["stats", "--json", "--since", "11/11/2026 20:00"], {
    clock: () => now,
  });
  expect(JSON.parse(out)).toEqual({
    now: "2026-11-11T20:30:00.000-03:00",
    since: "2026-11-11T20:00:00.000-03:00",
    to: null,
    signUps: 1,
    people: 1,
    entered: 0,
    heldBack: 0,
    by: "hour",
    periods: [{ start: "2026-11-11T20:00:00.000-03:00", signUps: 1, newPeople: 1 }],
    sources: [{ name: "mail\u0000", signUps: 1 }],
    campaigns: [{ name: "(sem campanha)", signUps: 1 }],
    campaignContents: [],
    surfaces: [{ name: "popup", signUps: 1 }],
    deliveries: { due: 1, sending: 0, importing: 0, delivered: 0, parked: 0 },
    hadUnsubscribed: 0,
    wantNext: 0,
    pausedAt: null,
    stoppedAt: null,
    backOffUntil: null,
  });
});

test("--watch redraws the figures of the last minutes", async () => {
  const { run, signUp } = await createOperator();
  let time = now;
  const screens: string[] = [];
  const io = {
    clock: () => time,
    isTerminal: true,
    write: (text: string) => Promise.resolve(void screens.push(text)),
    async sleep() {
      if (screens.length === 3) throw new Error("Ctrl-C");
      await signUp({ receivedAt: time, source: JSON.stringify({ last: { utm_source: "mail" } }) });
      time += 5_000;
    },
  };
  await expect(run(["stats", "--watch"], io)).rejects.toThrow("Ctrl-C");
  expect(
    screens[0]?.startsWith("\u001b[H\u001b[J11/11/2026 20:30:00 (-03:00). Atualiza a cada"),
  ).toBe(true);
  const found = screens.map((screen) => [
    /Inscrições: (\d)/.exec(screen)?.[1],
    / {2}mail +(\d)/.exec(screen)?.[1],
  ]);
  expect(found).toEqual([
    ["0", undefined],
    ["1", "1"],
    ["2", "2"],
  ]);
});

test("--watch needs a terminal, and --by knows three words", async () => {
  const { run } = await createOperator();
  expect(await run(["stats", "--watch"])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--watch precisa de um terminal\. /),
  });
  expect(await run(["stats", "--watch", "--json"], { isTerminal: true })).toMatchObject({
    code: 2,
  });
  expect((await run(["stats", "--by", "semana"])).err).toMatch(/^--by não aceita "semana"\. /);
});

test("--since and --to count whole minutes, as the counts do", async () => {
  const { run, signUp } = await createOperator();
  for (const second of [-61, -60, -1, 0, 59, 60])
    await signUp({ receivedAt: now + second * 1_000 });
  const span = ["--since", "11/11/2026 20:29:30", "--to", "11/11/2026 20:30:30"];
  const { out } = await run(["stats", ...span], { clock: () => now + hour });
  expect(out).toMatch(
    /^Inscrições: 4\. Pessoas: 1\.\nDe 11\/11\/2026 20:29:00 \(-03:00\) até 11\/11\/2026 20:31:00 /,
  );
  expect(out).toMatch(/^ {2}\(direto\) {2}4 /m);
});
