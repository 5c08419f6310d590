import { expect, test } from "vitest";
import { noteRepeatedCopy } from "#server/copies/repeated-copies.ts";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const hour = 3_600_000;
const made = Date.parse("2026-11-11T20:00:00Z");

test.each(engines)(
  "on %s doctor warns without a copy, tells the newest, and fails when copies are late",
  async (engine) => {
    const operator = await createOperator(engine);
    const findings = async (now: number) => {
      const { out } = await operator.run(["doctor"], { clock: () => now });
      return [...out.matchAll(/^(\w+) +cópia de segurança: (.*)(?:\n +→ (.*))?/gm)].map(
        ([, level, text, todo]) => [level, text, todo].join(" "),
      );
    };
    expect(await findings(made)).toEqual([expect.stringMatching(/^aviso .*backup --to/)]);
    for (const place of ["/backups", "s3+https://bucket.example.com/copies"])
      await operator.use((database) =>
        noteRepeatedCopy(database, { place, everyMs: hour, at: made }),
      );
    const inTime = await findings(made + 3 * hour);
    expect(inTime.map((line) => line.split(" ")[0])).toEqual(["ok", "ok"]);
    const late = await findings(made + 3 * hour + 1);
    expect(late).toHaveLength(2);
    for (const line of late) expect(line).toMatch(/^falha .*a cada 1 hora.*--forget$/);
    await operator.run(["backup", "--to", "/backups", "--forget"]);
    expect(await findings(made)).toEqual([expect.stringContaining("bucket.example.com")]);
  },
);

test("copies that were never expected in a place cannot be forgotten, and the right places are named", async () => {
  const { run, use } = await createOperator();
  await use((database) => noteRepeatedCopy(database, { place: "/backups", everyMs: hour, at: 1 }));
  expect(await run(["backup", "--to", "/elsewhere", "--forget"])).toMatchObject({
    code: 1,
    err: "Nenhuma cópia era esperada em /elsewhere. São esperadas em: /backups.\n",
  });
});
