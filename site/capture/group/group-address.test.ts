import { expect, test, vi } from "vitest";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";

const elsewhere = "https://inscricao.example";
const query = "?inscricao=abc.DEF-1";
const personal = `${paths.group}${query}`;

test("in the built page the group is at our own address, where a person can ask for another", async () => {
  const { groupAddress, otherGroupAddress } = await load("");
  expect(groupAddress).toBe(paths.group);
  expect(otherGroupAddress(groupAddress)).toBe(paths.otherGroup);
});

test("after a sign-up both addresses name the person", async () => {
  const { personalGroupAddress, otherGroupAddress } = await load("");
  expect(personalGroupAddress(personal)).toBe(personal);
  expect(otherGroupAddress(personal)).toBe(`${paths.otherGroup}${query}`);
});

test("with the lead function elsewhere the built page has the invitation itself, and the answer of the function leads there", async () => {
  const { groupAddress, personalGroupAddress, otherGroupAddress } = await load(elsewhere);
  expect(groupAddress).toBe(links.group);
  expect(otherGroupAddress(groupAddress)).toBeUndefined();
  for (const answer of [personal, `${elsewhere}${personal}`]) {
    expect(personalGroupAddress(answer)).toBe(`${elsewhere}${personal}`);
    expect(otherGroupAddress(answer)).toBe(`${elsewhere}${paths.otherGroup}${query}`);
  }
});

for (const address of [
  undefined,
  "",
  "/",
  "//grupo.example/grupo",
  "https://grupo.example/grupo?inscricao=abc",
  "javascript:alert(1)//grupo",
  `${paths.group}/..`,
  `${paths.group}#x`,
  paths.otherGroup,
])
  test(`an answer with the address "${address}" changes nothing`, async () => {
    for (const origin of ["", elsewhere])
      expect((await load(origin)).personalGroupAddress(address)).toBeUndefined();
  });

/** Loads the file as it is in a page whose lead function has the given origin. */
function load(functionOrigin: string): Promise<typeof import("./group-address.ts")> {
  vi.resetModules();
  vi.stubEnv("FUNCTION_ORIGIN", functionOrigin);
  return import("./group-address.ts");
}
