import { expect, onTestFinished, test } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { startSite } from "./support/built/running-site.ts";
import { anyCanary, quotation, signUpCanary } from "./support/contract/canaries.ts";

/** Over Postgres, `tests/contract/log.ts` shows the same for each outcome. */
test("no output contains anything of a sign-up that SQLite refuses with an error that quotes it", async () => {
  const server = await startSite({ TRUSTED_PROXIES: "1" });
  onTestFinished(server.stop);
  const message = quotation(" || ", (column) => `new.${column}`, "'\n    at '");
  const database = new Sqlite(server.databaseFile);
  database.exec(`create trigger quoting before insert on submissions begin
    select raise(abort, ${message});
  end`);
  database.close();
  expect((await signUpCanary(server.url)).status).toBe(503);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  await server.stop();
  expect(server.output()).toContain("SqliteError");
  expect(`${server.output()}${metrics}`).not.toMatch(anyCanary);
});
