import { expect, test } from "vitest";
import { newestActions } from "#server/store/action-log.ts";
import {
  createOperator,
  createOperatorWithBackupFile,
  settingsOf,
} from "#tests/support/operator/operator.ts";
import { addPanelKey, findSession, linkMs, openSession, sessionMs } from "./keys.ts";

const siteUrl = "https://black.example";
const now = Date.parse("2026-11-11T23:00:00Z");
const none = "Nenhum link vale agora, e nenhuma sessão está aberta.\n";
const linkIn = /https:\/\/black\.example\/painel\/entrar\/([\w-]{43})$/m;

test("panel prints a link that opens one session", async () => {
  const { panel, use } = await operator();
  const { out, code, err } = await panel();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("até 11/11/2026 20:10:00 (-03:00)");
  expect(out).toContain("Quem abrir o link pode mudar a aula");
  const link = linkIn.exec(out)?.[1] ?? "";
  expect(await use((database) => openSession(database, { link, now }))).toBeDefined();
});

test("on a terminal panel prints a QR code, dark on light; in a file none", async () => {
  const { panel } = await operator();
  const { out } = await panel([], { isTerminal: true });
  const lines = out.split("\n").filter((line) => line.startsWith("\u001b[97;40m"));
  expect(lines.length).toBeGreaterThan(15);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect((await panel()).out).not.toMatch(/[▀▄█]/);
});

test("without HTTPS panel makes no link, and says why", async () => {
  const { panel, use } = await operator();
  const { code, out, err } = await panel([], {}, "http://black.example");
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("HTTPS");
  expect(await use((database) => newestActions(database, 9))).toEqual([]);
});

test("--list shows links and sessions, their rights and times, no secret", async () => {
  const { panel, use, clock } = await operator();
  const [, link = ""] = linkIn.exec((await panel()).out) ?? [];
  await use((database) => openSession(database, { link, now }));
  clock.now += 65 * 60_000;
  await panel(["--read-only"]);
  clock.now += 3 * 60_000;
  const { out } = await panel(["--list"]);
  expect(out).toContain(
    "1: sessão aberta, pode mudar, de 11/11/2026 20:00:00 (-03:00) até 12/11/2026 08:00:00 (-03:00).\n" +
      "2: link ainda não usado, só para ver, de 11/11/2026 21:05:00 (-03:00) até 11/11/2026 21:15:00 (-03:00).\n",
  );
  expect(out).not.toMatch(/[\w-]{43}|[\da-f]{64}/);
  clock.now += linkMs;
  expect((await panel(["--list"])).out).not.toContain("2: ");
  clock.now += sessionMs;
  expect((await panel(["--list"])).out).toBe(none);
});

test("--revoke ends one link or session, or all, and that is recorded", async () => {
  const { panel, use } = await operator();
  for (let count = 0; count < 3; count += 1) await panel();
  expect((await panel(["--revoke", "2"])).out).toBe("Encerrado. O painel não abre mais ali.\n");
  expect((await panel(["--revoke", "2"])).err).toContain(
    "Nenhum link e nenhuma sessão tem o número 2.",
  );
  expect((await panel(["--list"])).out).toMatch(/^1: .+\n3: /);
  expect((await panel(["--revoke", "all"])).out).toBe(
    "Todos os links e todas as sessões foram encerrados.\n",
  );
  expect((await panel(["--list"])).out).toBe(none);
  const done = await use((database) => newestActions(database, 9));
  expect(done.map(({ action, detail }) => `${action} ${detail ?? ""}`)).toEqual([
    "panel revoked all",
    "panel revoked 2",
    ...Array.from({ length: 3 }, () => "panel link "),
  ]);
});

test("no revoked session comes back when a backup is restored", async () => {
  const { run, use, signUp, file } = await createOperatorWithBackupFile();
  await signUp({});
  const secret = await use(async (database) => {
    const { secret: link } = await addPanelKey(database, { mayWrite: true, now });
    return (await openSession(database, { link, now }))?.secret ?? "";
  });
  await run(["backup", file]);
  await run(["panel", "--revoke", "all"]);
  expect((await run(["restore", file, "--replace"])).code).toBe(0);
  expect(await use((database) => findSession(database, { secret, now }))).toBeUndefined();
});

async function operator() {
  const { run, store, use } = await createOperator();
  const clock = { now };
  const panel = (words: string[] = [], more = {}, address = siteUrl) =>
    run(["panel", ...words], {
      readConfig: () => settingsOf(store, { SITE_URL: address }),
      clock: () => clock.now,
      ...more,
    });
  return { panel, use, clock };
}
