import { expect, test } from "vitest";
import { createOperator } from "#tests/support/operator/operator.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

const eve = { name: "Eve\u202e", email: "eve@example.com", whatsapp: "x" };

test.each(engines)(
  "on %s release makes one sign-up a lead, and the others stay held back",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({ flag: "honeypot" });
    await signUp({ flag: "honeypot", lead: eve });
    expect(await run(["release", "ANA@example.com"])).toMatchObject({
      code: 0,
      out: "Inscrições liberadas: 1\n",
    });
    expect((await run(["list"])).out).toContain("ana@example.com\t");
    expect((await run(["list"])).out).not.toContain("eve@example.com");
    expect((await run(["release"])).out).toBe(
      "eve@example.com\tEve\\u202e\tx\t31/12/1969 21:00:00 (-03:00)\tpreencheu o campo invisível (honeypot)\n",
    );
  },
);

test.each(engines)(
  "on %s release --all releases all sign-ups that are held back",
  async (engine) => {
    const { run, signUp } = await createOperator(engine);
    await signUp({ flag: "honeypot" });
    await signUp({ flag: "honeypot", lead: eve });
    expect(await run(["release", "--all"])).toMatchObject({ out: "Inscrições liberadas: 2\n" });
    expect(await run(["release", "--all"])).toMatchObject({
      code: 0,
      out: "Inscrições liberadas: 0\n",
    });
    expect(await run(["release"])).toMatchObject({
      code: 0,
      out: "Nenhuma inscrição está retida.\n",
    });
  },
);

test("a word that is not an e-mail releases no sign-up", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "flood" });
  expect(await run(["release", "everybody"])).toMatchObject({ code: 1, out: "" });
  expect((await run(["release"])).out).toContain("ana@example.com");
});

test("release lists an e-mail with special characters of a shell in quotes, and takes it without them", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "honeypot", lead: { ...eve, email: "`id`@example.com" } });
  expect((await run(["release"])).out).toMatch(/^'`id`@example\.com'\t/);
  expect(await run(["release", "`id`@example.com"])).toMatchObject({ code: 0 });
});

test("release prints an error for a person without a sign-up that is held back", async () => {
  const { run, signUp } = await createOperator();
  await signUp({ flag: "too-fast" });
  expect(await run(["release", "ana@example.com"])).toEqual({
    code: 1,
    out: "",
    err: "Nenhuma inscrição de ana@example.com está retida. Para ver a lista: npm run leads -- release\n",
  });
});
