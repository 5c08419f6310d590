import { expect, test } from "vitest";
import { dayMs } from "#event/time-zone.ts";
import { recordAction } from "#server/store/action-log.ts";
import { withBuiltSite } from "#tests/support/operator/doctor-output.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { accountChecks } from "./account-checks.ts";
import { settingsChecks } from "./doctor.ts";
import { launchChecks, pointsOf } from "./launch.ts";
import { contentChecks, pageChecks, type TitledFinding, wholeContent } from "./site-checks.ts";
import { storeChecks } from "./store-checks.ts";

const every = [
  ...[settingsChecks, storeChecks, accountChecks, pageChecks, launchChecks],
  contentChecks({ ...wholeContent, pictures: "", now: 0, stored: undefined }),
].flatMap((checks) => checks.map(({ title }) => title));

test("every check belongs to a point of the evening, and every point has checks", () => {
  const found = every.map((title) => finding(title, "ok"));
  const points = pointsOf(found);
  expect(points.filter(({ isTrue }) => !isTrue)).toEqual([]);
  expect(points.map(({ name }) => name)).not.toContain("Outros");
});

test.each([
  ["grupos", "warn", false],
  ["grupos", "fail", false],
  ["oferta", "warn", true],
  ["oferta", "fail", false],
  ["unknown", "warn", false],
] as const)("a finding of %s with the level %s: its point is true: %s", (title, level, isTrue) => {
  const points = pointsOf([...every.map((one) => finding(one, "ok")), finding(title, level)]);
  const open = points.filter((point) => point.open.length > 0);
  expect(open.map((point) => point.isTrue)).toEqual([isTrue]);
});

test("doctor --launch ticks a message that was tested in the last seven days", async () => {
  const { run, use } = await createOperator();
  const now = Date.parse("2026-11-10T12:00:00-03:00");
  const launch = async () =>
    run(["doctor", "--launch"], { clock: () => now, ...(await withBuiltSite()) });
  const tested = (at: number) =>
    use((database) => recordAction(database, { at, action: "alert test" }));

  await tested(now - 7 * dayMs);
  const { code, out, err } = await launch();
  expect(code).toBe(1);
  expect(err).toContain("resolva cada ponto com ☐");
  expect(out).toMatch(/^☐ Mensagens testadas$/m);
  expect(out).toMatch(/^ {2}falha {2}teste das mensagens: Nos últimos sete dias/m);
  expect(out).toMatch(/\nProntos: \d+ de 11\.\n$/);

  await tested(now - 7 * dayMs + 1);
  expect((await launch()).out).not.toContain("teste das mensagens");
});

function finding(title: string, level: "ok" | "warn" | "fail"): TitledFinding {
  const rest = level === "ok" ? { level, text: "" } : { level, text: "", todo: "" };
  return { ...rest, title, canWait: false };
}
