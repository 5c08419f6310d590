import { expect, test } from "vitest";
import { openGroupSite, passQuery } from "#tests/support/app/group-site.ts";
import { passOf, personOf, readPass } from "./pass.ts";

const key = "link-key";
const person = personOf(key, "ana@example.com");
const pass = passOf(key, person);

test("each person has one pass, another one in each store", () => {
  expect(pass).toMatch(/^[\w-]{32}$/);
  expect(person).toMatch(/^[\da-f]{32}$/);
  expect(readPass(key, pass)).toBe(person);
  expect(personOf(key, "ana@example.com")).toBe(person);
  expect(personOf(key, "bia@example.com")).not.toBe(person);
  expect(personOf("other-key", "ana@example.com")).not.toBe(person);
});

test.each([
  ["nothing", ""],
  ["a pass of another store", passOf("other-key", person)],
  ["a pass that the e-mail did not fill", "%BLACK_PASS%"],
  ["a pass that was cut", pass.slice(0, -1)],
  ["a pass with a letter after it", `${pass}A`],
  ["a pass with another first letter", (pass.startsWith("A") ? "B" : "A") + pass.slice(1)],
  ["a pass with a space in it", `${pass.slice(0, 5)} ${pass.slice(5)}`],
  ["a pass in another alphabet", `+${pass.slice(1)}`],
  ["an emoji", "🎓"],
])("%s is no pass", (_, text) => {
  expect(readPass(key, text)).toBeUndefined();
});

const ana = passQuery();

test("the page after a sign-up without script links to the person's group", async () => {
  const { ask } = await openGroupSite();
  const answer = await ask(`/inscricao-recebida?${ana}`);
  expect(await answer.text()).toBe(
    `<a href="/grupo?${ana}">entrar</a><a href="/grupo/outro?${ana}">outro</a>`,
  );
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test.each(["", "?inscricao=", "?inscricao=%22%3E%3Cscript%3E", `?${ana}A`, "?inscricao=%zz"])(
  "with %j that page is as it was built",
  async (query) => {
    const { ask } = await openGroupSite();
    const answer = await ask(`/inscricao-recebida${query}`);
    expect(await answer.text()).toContain('href="/grupo"');
    expect(answer.headers.get("cache-control")).toBe("no-cache");
  },
);
