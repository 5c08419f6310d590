import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { askAt, signedQuery } from "#tests/support/app/ask-at.ts";
import { answerLive } from "./answer-live.ts";

const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = Date.parse("2026-11-11T22:00:00-03:00");
const doors = Date.parse("2026-11-11T19:45:00-03:00");

test.each([
  { when: "as the doors open", at: doors },
  { when: "during the class", at: end - 1 },
])(
  "$when /aovivo sends the visitor on to the class, and no cache keeps this answer",
  async ({ at }) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await askAt("/aovivo?utm_source=email", { at, method });
      expect(answer.status).toBe(302);
      expect(answer.headers.get("location")).toBe(links.live);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(await answer.text()).toBe("");
    }
  },
);

test.each([
  { when: "a millisecond before the doors open", at: doors - 1 },
  { when: "after the class", at: end },
])("$when /aovivo is a page", async ({ at }) => {
  const answer = await askAt("/aovivo?utm_source=email", { at });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("a página da sala");
});

test("/aovivo/ leads to /aovivo and keeps its query", async () => {
  const answer = await askAt("/aovivo/?utm_source=email", { at: start });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/aovivo?utm_source=email");
});

test("the way into the class can be tried with a signed link before the doors open", async () => {
  const query = signedQuery(start);
  const at = doors - 60_000;
  expect((await askAt(`/aovivo?${query}`, { at })).headers.get("location")).toBe(links.live);
});

test.each([
  [
    "https://sala.example/aula–ao–vivo?x=“a”",
    "/aula%E2%80%93ao%E2%80%93vivo?x=%E2%80%9Ca%E2%80%9D",
  ],
  ["https://sala.example/aula🎓", "/aula%F0%9F%8E%93"],
  ["https://sala.example/inscrição", "/inscri%C3%A7%C3%A3o"],
  ["https://sala.example/a\0b", "/a%00b"],
  ["https://sala.example/a%20b%zz", "/a%20b%zz"],
  [
    "https://sala.example/j/1?pwd=a.b-c_d~e'f&g=h%2Fi#sucesso",
    "/j/1?pwd=a.b-c_d~e%27f&g=h%2Fi#sucesso",
  ],
])("the way into the class %j is one header that browsers understand", (address, path) => {
  const answer = answerLive("live", address);
  expect(answer?.status).toBe(302);
  expect(answer?.headers.get("location")).toBe(`https://sala.example${path}`);
});

test("an address into the class that no browser can open leads to the page of the room", () => {
  expect(answerLive("live", "https://sala.example:99999/aula")).toBeUndefined();
});

test.each([
  "/aoviv%6F",
  "/aovivo?",
  "/aovivo?%ff=%zz&fase=live&fase=over&ate=1e999&assinatura=%zz",
])("%s is the way into the class too", async (path) => {
  const answer = await askAt(path, { at: start });
  expect(answer.headers.get("location")).toBe(links.live);
});

test.each(["POST", "PUT", "DELETE", "PATCH"])("%s to /aovivo is refused", async (method) => {
  expect((await askAt("/aovivo", { at: start, method })).status).toBe(405);
});

test.each(["/aovivo%00", "/aovivo%0d%0aX:%20y", "//aovivo", "/aovivo/x", "/%2e%2e/aovivo%2f"])(
  "%s leads nowhere",
  async (path) => {
    const answer = await askAt(path, { at: start });
    expect(answer.status).toBe(404);
    expect(answer.headers.get("location")).toBeNull();
  },
);
