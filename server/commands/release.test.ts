import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const eve = { name: "Eve\u202e", email: "`id`@example.com", whatsapp: "x" };

test.each(engines)("on %s release lists held sign-ups, and makes one a lead", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "flood", lead: eve });
  expect(await run(["release", "ANA@example.com"])).toMatchObject({
    code: 0,
    out: "Inscrições liberadas: 1\n",
  });
  const { out } = await run(["list"]);
  expect(out).toContain("ana@example.com\t");
  expect(out).not.toContain("`id`");
  expect((await run(["release"])).out).toBe(
    "'`id`@example.com'\tEve\\u202e\tx\t31/12/1969 21:00:00 (-03:00)\tinscrições demais com o mesmo e-mail (flood)\n",
  );
  expect(await run(["release", eve.email])).toMatchObject({ code: 0 });
});

test.each(engines)("on %s release --all releases all held sign-ups", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({ flag: "honeypot" });
  await signUp({ flag: "honeypot", lead: eve });
  expect(await run(["release", "--all"])).toMatchObject({ out: "Inscrições liberadas: 2\n" });
  expect(await run(["release", "--all"])).toMatchObject({
    code: 0,
    out: "Inscrições liberadas: 0\n",
  });
  expect((await run(["release"])).out).toBe("Nenhuma inscrição está retida.\n");
});

test.each([
  [1, ["all"], "Nenhuma inscrição de all está retida."],
  [1, ["ana@example.com"], "Nenhuma inscrição de ana@example.com está retida. Para ver a lista"],
  [2, ["eve@example.com", "--all"], "Escreva um e-mail ou --all, não os dois."],
])("release ends with %i for %j, and releases nothing", async (code, args, line) => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "too-fast" });
  await signUp({ flag: "flood", lead: eve });
  const { err, ...result } = await run(["release", ...args]);
  expect(result).toEqual({ code, out: "" });
  expect(err.slice(0, line.length)).toBe(line);
  expect((await run(["release"])).out).toContain("`id`@example.com");
});
