import { expect, test, vi } from "vitest";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";

const elsewhere = "https://inscricao.example";
const query = "?inscricao=abc.DEF-1";
const personal = `${paths.group}${query}`;

test("the links of the built page lead to our own addresses for a group and for another group", async () => {
  const { groupAddress, otherGroupAddress } = await load("");
  expect(groupAddress()).toBe(paths.group);
  expect(otherGroupAddress()).toBe(paths.otherGroup);
});

test("after a sign-up both links name the person", async () => {
  const { groupAddress, otherGroupAddress } = await load("");
  expect(groupAddress(personal)).toBe(personal);
  expect(otherGroupAddress(personal)).toBe(`${paths.otherGroup}${query}`);
});

test("with the lead function elsewhere the built page links to the invitation itself, and knows no other group", async () => {
  const { groupAddress, otherGroupAddress } = await load(elsewhere);
  expect(groupAddress()).toBe(links.group);
  expect(otherGroupAddress()).toBeUndefined();
});

test("with the lead function elsewhere the links lead there after a sign-up", async () => {
  const { groupAddress, otherGroupAddress } = await load(elsewhere);
  expect(groupAddress(personal)).toBe(`${elsewhere}${personal}`);
  expect(otherGroupAddress(personal)).toBe(`${elsewhere}${paths.otherGroup}${query}`);
});

test.each([
  "",
  "/",
  "//grupo.example/grupo?inscricao=abc",
  "https://grupo.example/grupo?inscricao=abc",
  "javascript:alert(1)//grupo?inscricao=abc",
  `${paths.group}/..?inscricao=abc`,
  `${paths.group}#x`,
  `${paths.otherGroup}?inscricao=abc`,
])(
  'when the lead function answers with the address "%s", the links stay as they were',
  async (answered) => {
    for (const origin of ["", elsewhere]) {
      const { groupAddress, otherGroupAddress } = await load(origin);
      expect(groupAddress(answered)).toBe(groupAddress());
      expect(otherGroupAddress(answered)).toBe(otherGroupAddress());
    }
  },
);

/** Loads the file as it is in a page whose lead function has the given origin. */
function load(functionOrigin: string): Promise<typeof import("./group-link.tsx")> {
  vi.resetModules();
  vi.stubEnv("FUNCTION_ORIGIN", functionOrigin);
  return import("./group-link.tsx");
}
