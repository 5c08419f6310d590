import { expect, test } from "vitest";
import { redirectElsewhere } from "./headers.ts";

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
])("a redirect to %j is one header that browsers understand", (address, path) => {
  const answer = redirectElsewhere(address);
  expect(answer?.status).toBe(302);
  expect(answer?.headers.get("location")).toBe(`https://sala.example${path}`);
});

test("an address that no browser can open is no redirect", () => {
  expect(redirectElsewhere("https://sala.example:99999/aula")).toBeUndefined();
});
