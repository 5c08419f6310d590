import { expect, test, vi } from "vitest";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";

const elsewhere = "https://inscricao.example";
const query = "?inscricao=abc.DEF-1";
const personal = `${paths.group}${query}`;
const otherPersonal = `${paths.otherGroup}${query}`;

test.each<[string, string, string | undefined, string, string | undefined]>([
  ["of the built page are our own", "", undefined, paths.group, paths.otherGroup],
  ["after a sign-up name the person", "", personal, personal, otherPersonal],
  ["with the function elsewhere are the invitation", elsewhere, undefined, links.group, undefined],
  [
    "with the function elsewhere lead there after a sign-up",
    elsewhere,
    personal,
    `${elsewhere}${personal}`,
    `${elsewhere}${otherPersonal}`,
  ],
])("the links to groups %s", async (_, origin, answered, group, other) => {
  const { groupAddress, otherGroupAddress } = await load(origin);
  expect([groupAddress(answered), otherGroupAddress(answered)]).toEqual([group, other]);
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
])('the answered address "%s" changes no link to a group', async (answered) => {
  for (const origin of ["", elsewhere]) {
    const { groupAddress, otherGroupAddress } = await load(origin);
    expect(groupAddress(answered)).toBe(groupAddress());
    expect(otherGroupAddress(answered)).toBe(otherGroupAddress());
  }
});

/** Loads `next-steps.tsx` as in a page whose lead function has the given origin. */
function load(functionOrigin: string): Promise<typeof import("./next-steps.tsx")> {
  vi.resetModules();
  vi.stubEnv("FUNCTION_ORIGIN", functionOrigin);
  return import("./next-steps.tsx");
}
