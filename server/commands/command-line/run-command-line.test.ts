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

test.each(names)(
  "%s --help prints its usage, without reading settings or a store",
  async (name) => {
    const operator = await createOperator();
    const readConfig = () => ({ kind: "mistakes", mistakes: ["no store"] }) as const;
    const { code, out } = await operator.run([name, "--help"], { readConfig });
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^npm run leads -- ${name}`));
  },
);

test.each([
  [[], "npm run leads -- <command>"],
  [["lost"], 'There is no command "lost".'],
  [["list", "--lost"], "Unknown option '--lost'.\nUsage: npm run leads -- list"],
  [["list", "more"], 'Unexpected argument: "more".\nUsage: npm run leads -- list'],
  [["backup"], "An argument is missing.\nUsage: npm run leads -- backup <file>"],
  [["export", "--since"], "Option '--since <value>' argument missing."],
  [["export", "--since", "2026-02-30"], '--since is "2026-02-30". Write a date like 2026-11-01'],
  [["stats", "--since", "yesterday"], '--since is "yesterday".'],
  [["release", "ana@example.com", "--all"], "Give an e-mail or --all, not both."],
  [["erase"], "An e-mail is missing."],
  [["find", "-x@example.com", "--", "more"], 'Unexpected argument: "more".'],
  [["find", "-x"], "Unknown option '-x'."],
  [["erase", "ana"], '"ana" is not an e-mail.'],
])("%j is a wrong usage, and the command says why", async (args, line) => {
  const { code, out, err } = await (await createOperator()).run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(line);
});

test.each(["-x@example.com", "--yes@example.com"])(
  "%s is an e-mail, and not an option, to every command that takes one",
  async (email) => {
    const { run, signUp } = await createOperator();
    await signUp({ lead: { name: "Eve", email, whatsapp: "x" } });
    expect((await run(["find", email])).out).toContain(`email          ${email}\n`);
    expect((await run(["access", "--", email])).out).toContain(`"email": "${email}"`);
    expect((await run(["retry", email])).out).toBe(
      `${email} is already on the way to ActiveCampaign: due.\n`,
    );
    expect(await run(["erase", email])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/but there is no terminal\. Add --yes/),
    });
    expect((await run(["erase", email, "--yes"])).out).toMatch(/^Erased .* sign-ups: 1\.$/m);
    expect(await run(["access", email])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"erased_at"'),
    });
  },
);

test("a command prints the mistakes in the settings, and opens no store", async () => {
  const operator = await createOperator();
  const readConfig = () =>
    ({ kind: "mistakes", mistakes: ["PORT is wrong.", "So is HOST."] }) as const;
  const { code, err } = await operator.run(["list"], { readConfig });
  expect({ code, err }).toEqual({ code: 1, err: "PORT is wrong.\nSo is HOST.\n" });
});

test("a command says what to do about a store that cannot be opened", async () => {
  const nowhere = operatorOf({ kind: "sqlite", folder: "/dev/null/data" });
  const { code, err } = await nowhere.run(["list"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^Leads cannot be kept in \/dev\/null\/data.* set DATA_DIR in \.env/);
});

test("a full disk makes the command fail with one line, and a bug is thrown", async () => {
  const operator = await createOperator();
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const write = () => Promise.reject(full);
  const { code, err } = await operator.run(["list"], { write });
  expect(code).toBe(1);
  expect(err).toBe(
    "list stopped before its end (no space left). Fix this problem, then run list again.\n",
  );
  const bug = () => Promise.reject(new Error("a bug"));
  await expect(operator.run(["list"], { write: bug })).rejects.toThrow("a bug");
});

test.each(engines)(
  "on %s the commands that list or count run on an empty store",
  async (engine) => {
    const operator = await createOperator(engine);
    for (const name of ["list", "export", "stats", "release"])
      expect(await operator.run([name]), name).toMatchObject({ code: 0, err: "" });
  },
);
