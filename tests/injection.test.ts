import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";
import { anyCanary, quotation, signUpCanary } from "./support/contract/canaries.ts";
import { operatorOf } from "./support/operator/operator.ts";

const names = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "=cmd()|'/c calc'!A1",
  "@SUM(1+1)*cmd",
  "%EMAIL%",
  "Ana\r\nSet-Cookie: a=b\r\n\r\n<script>",
  "\u202eanA\u2066\u200f",
  "\u001b]0;gone\u0007\u001b[2J\u009b31m",
  'Ana\u2028{"level":60}',
  "{{email}} $& '; drop table submissions; --",
  "__proto__",
];

/** Control characters, which could attack a terminal or a log reader, and characters that change the text direction. */
const controlCharacters =
  /(?![\t\r\n])[\p{Cc}\p{Zl}\p{Zp}]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

let server: RunningSite;

beforeAll(async () => {
  server = await startSite({ TRUSTED_PROXIES: "1" });
});
afterAll(() => server.stop());

test("harmful names are stored, and do nothing in the log, the terminal, the CSV file or the page", async () => {
  const before = server.output().length;
  for (const [index, name] of names.entries()) {
    const lead = { name, email: `${index}@example.com`, whatsapp: name };
    expect((await post(server.url, lead)).status).toBe(200);
    const retried = await postForm(server.url, { ...lead, email: "nowhere" });
    expect(retried).not.toContain("<script>alert");
    expect(retried).not.toContain("<img");
  }
  const { run } = operatorOf({ kind: "sqlite", folder: dirname(server.databaseFile) });
  const list = await run(["list"]);
  const csv = await run(["export"]);
  const access = await run(["access", "7@example.com"]);
  const find = await run(["find", "7@example.com"]);
  for (const { code, out, err } of [list, csv, access, find]) {
    expect(code, err).toBe(0);
    expect(out.replace(/^\ufeff/, "")).not.toMatch(controlCharacters);
  }
  expect(list.out.trim().split("\n")).toHaveLength(names.length + 1);
  expect(csv.out.trim().split("\r\n")).toHaveLength(names.length + 1);
  expect(csv.out).not.toMatch(/(?:^|[,;"\t])[=@+-](?!\d+[,\r])/m);
  const lines = () => server.output().slice(before).match(/^\{/gm);
  await expect.poll(lines).toHaveLength(2 * names.length);
  for (const name of names) expect(server.output()).not.toContain(name.slice(0, 8));
});

/** This test uses SQLite; for Postgres, `tests/contract/log.ts` tests the same for each outcome. */
test("only the owner can read the store, and the log quotes no visitor", async () => {
  const { mode } = await stat(server.databaseFile);
  expect((mode & 0o777).toString(8)).toBe("600");
  const message = quotation(" || ", (column) => `new.${column}`, "'\n    at '");
  const database = new Sqlite(server.databaseFile);
  database.exec(`create trigger quoting before insert on submissions begin
    select raise(abort, ${message});
  end`);
  database.close();
  expect((await signUpCanary(server.url)).status).toBe(503);
  await expect.poll(server.output).toContain("SqliteError");
  expect(server.output()).not.toMatch(anyCanary);
});

function post(url: string, lead: object): Promise<Response> {
  return fetch(`${url}${addContactPath}`, {
    method: "POST",
    headers: { apikey: links.publicKey, "content-type": "application/json" },
    body: JSON.stringify(lead),
  });
}

async function postForm(url: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ ...fields, apikey: links.publicKey, surface: "popup" });
  const answer = await fetch(`${url}${addContactPath}`, { method: "POST", body });
  expect(answer.status).toBe(422);
  expect(answer.headers.get("set-cookie")).toBeNull();
  return answer.text();
}
