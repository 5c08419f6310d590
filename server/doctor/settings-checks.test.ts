import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { runChecks } from "./check.ts";
import { checkDatabaseUrl, settingsChecks } from "./settings-checks.ts";

test.each([
  ["", "fail"],
  ["http://127.0.0.1:80", "fail"],
  ["http://example.com", "warn"],
  ["https://example.com", "ok"],
])("doctor's level for SITE_URL=%j is %s", async (SITE_URL, level) => {
  expect(await levelsOf("SITE_URL", { SITE_URL })).toEqual([level]);
});

test.each([
  ["https://example.com", "", ["fail"]],
  ["https://example.com", "1", []],
  ["http://example.com", "", []],
])(
  "with SITE_URL=%s and TRUSTED_PROXIES=%j doctor's levels are %j",
  async (SITE_URL, TRUSTED_PROXIES, levels) => {
    expect(await levelsOf("proxies", { SITE_URL, TRUSTED_PROXIES })).toEqual(levels);
  },
);

test.each([
  "postgres://leads:secret@db.example.com/leads",
  "postgresql://leads@10.0.0.5:5432/leads?application_name=leads",
  "postgres://leads@localhost.example.com/leads",
  "postgres:///leads?host=db.example.com",
])("with %s doctor warns that data travels unencrypted, without showing the password", (url) => {
  const [finding] = checkDatabaseUrl({ kind: "postgres", url });
  expect(finding).toMatchObject({ level: "warn" });
  expect(JSON.stringify(finding)).not.toContain("secret");
});

test.each([
  "postgres://leads@db.example.com/leads?sslmode=verify-full",
  "postgres://leads@db.example.com/leads?sslmode=disable",
  "postgres://leads@db.example.com/leads?ssl=true",
  "postgres://leads@localhost/leads",
  "postgres://leads@127.0.0.1:5433/leads",
  "postgres://leads@[::1]/leads",
  "postgres:///leads",
  "postgres:///leads?host=/var/run/postgresql",
  "postgres://leads@%2Fvar%2Frun%2Fpostgresql/leads",
])("with %s doctor says nothing about encryption", (url) => {
  expect(checkDatabaseUrl({ kind: "postgres", url })).toEqual([]);
});

test.each([
  ["db.abcdefgh.supabase.co", "o endereço direto"],
  ["db.abcdefgh.supabase.co:5432", "o endereço direto"],
  ["db.abcdefgh.supabase.co:6543", "o pooler do Supabase em modo transaction"],
  ["aws-0-sa-east-1.pooler.supabase.com:5432", "o pooler do Supabase em modo session"],
  ["aws-0-sa-east-1.pooler.supabase.com:6543", "o pooler do Supabase em modo transaction"],
])("with the database at %s doctor says which of Supabase's addresses it is", (host, text) => {
  const url = `postgres://postgres.abcdefgh:hunter@${host}/postgres?sslmode=verify-full`;
  const findings = checkDatabaseUrl({ kind: "postgres", url });
  expect(findings).toEqual([{ level: "ok", text: expect.stringMatching(`^É ${text}`) }]);
});

test.each(["db.supabase.co.example.com", "pooler.supabase.com.example.com:6543"])(
  "the database at %s is no address of Supabase",
  (host) => {
    const url = `postgres://leads@${host}/leads?sslmode=verify-full`;
    expect(checkDatabaseUrl({ kind: "postgres", url })).toEqual([]);
  },
);

test("with SQLite doctor says nothing about encryption", () => {
  expect(checkDatabaseUrl({ kind: "sqlite", folder: "data" })).toEqual([]);
});

async function levelsOf(subject: string, settings: Record<string, string>): Promise<string[]> {
  const read = readConfig(settings);
  if (read.kind !== "config") throw new Error(read.mistakes.join());
  const levels: string[] = [];
  for await (const { title, level } of runChecks(settingsChecks, read.config))
    if (title === subject) levels.push(level);
  return levels;
}
