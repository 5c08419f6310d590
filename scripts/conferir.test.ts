import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test("npm run conferir says that content/ has no mistakes, and when the class is", async () => {
  const { stdout } = await run(process.execPath, ["scripts/conferir.ts"]);
  expect(stdout).toContain("Nenhum erro em content/.");
  expect(stdout).toMatch(/A página anuncia a edição de \d{4}: .+, \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  expect(stdout).toContain("Para publicar: npm start.");
});
