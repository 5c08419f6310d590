import { expect, test } from "vitest";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { commands } from "./command-table.ts";

const names = [...commands.keys()];

test("the help names every command", async () => {
  const { code, out } = await (await createOperator()).run(["--help"]);
  expect(code).toBe(0);
  for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
});

test.each(names)("%s --help says how it is called, without a store", async (name) => {
  const operator = await createOperator();
  const readConfig = () => ({ kind: "mistakes", mistakes: ["no store"] }) as const;
  const { code, out } = await operator.run([name, "--help"], { readConfig });
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^npm run leads -- ${name}`));
});

test.each([
  [[], "npm run leads -- <command>"],
  [["lost"], 'There is no command "lost".'],
  [["list", "--lost"], "Unknown option '--lost'.\nUsage: npm run leads -- list"],
  [["list", "more"], '"more" is too much.\nUsage: npm run leads -- list'],
  [["backup"], "Something is missing.\nUsage: npm run leads -- backup <file>"],
  [["export", "--since"], "Option '--since <value>' argument missing."],
  [["export", "--since", "2026-02-30"], '--since is "2026-02-30". Give <date>, like 2026-11-01'],
  [["stats", "--since", "yesterday"], '--since is "yesterday".'],
  [["release", "ana@example.com", "--all"], "Give an e-mail or --all, not both."],
  [["erase"], "An e-mail is missing."],
  [["find", "-x@example.com", "--", "more"], '"more" is too much.'],
  [["find", "-x"], "Unknown option '-x'."],
  [["erase", "ana"], '"ana" is no e-mail.'],
])("%j is a wrong call and says why", async (args, line) => {
  const { code, out, err } = await (await createOperator()).run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(line);
});

test.each(["-x@example.com", "--yes@example.com"])(
  "%s is an e-mail, and not an option, to every command that takes one",
  async (email) => {
    const { run, signUp } = await createOperator();
    await signUp({ lead: { name: "Eve", email, whatsapp: "x" } });
    expect((await run(["find", email])).out).toContain(`email       ${email}\n`);
    expect((await run(["access", "--", email])).out).toContain(`"email": "${email}"`);
    expect((await run(["retry", email])).out).toBe(`${email} is on the way already: due.\n`);
    expect(await run(["erase", email])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^There is no terminal to ask in/),
    });
    expect((await run(["erase", email, "--yes"])).out).toMatch(/^Erased .* sign-ups: 1\.$/m);
    expect(await run(["access", email])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"erased_at"'),
    });
  },
);

test("mistakes in the settings are told, and nothing is opened", async () => {
  const operator = await createOperator();
  const readConfig = () =>
    ({ kind: "mistakes", mistakes: ["PORT is wrong.", "So is HOST."] }) as const;
  const { code, err } = await operator.run(["list"], { readConfig });
  expect({ code, err }).toEqual({ code: 1, err: "PORT is wrong.\nSo is HOST.\n" });
});

test("a store that cannot be opened is a line that says what to do", async () => {
  const nowhere = operatorOf({ kind: "sqlite", folder: "/dev/null/data" });
  const { code, err } = await nowhere.run(["list"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^Leads cannot be kept in \/dev\/null\/data.* set DATA_DIR in \.env/);
});

test("a world that breaks half-way is a line, and a bug is not hidden", async () => {
  const operator = await createOperator();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const write = () => Promise.reject(full);
  const { code, err } = await operator.run(["list"], { write });
  expect(code).toBe(1);
  expect(err).toBe("list broke off (no space left). Mend that, then run it again.\n");
  const bug = () => Promise.reject(new Error("a bug"));
  await expect(operator.run(["list"], { write: bug })).rejects.toThrow("a bug");
});

test.each(engines)("on %s every command that reads runs on an empty store", async (engine) => {
  const operator = await createOperator(engine);
  for (const name of ["list", "export", "stats", "release"])
    expect(await operator.run([name]), name).toMatchObject({ code: 0, err: "" });
});
