import { expect, test } from "vitest";
import { passOf, personOf, readPass } from "./pass.ts";

const key = "link-key";
const pass = passOf(key, "ana@example.com");

test("a pass names the person, and is the same for each sign-up with one e-mail", () => {
  expect(readPass(key, pass)).toBe(personOf(key, "ana@example.com"));
  expect(passOf(key, "ana@example.com")).toBe(pass);
  expect(passOf(key, "bia@example.com")).not.toBe(pass);
});

test("a pass can stand in an address as it is, and does not show the e-mail", () => {
  expect(encodeURIComponent(pass)).toBe(pass);
  expect(Buffer.from(pass, "base64url").toString("latin1")).not.toContain("ana");
});

test.each([
  ["nothing", ""],
  ["a pass of another store", passOf("other-key", "ana@example.com")],
  ["a pass that was cut", pass.slice(0, -1)],
  ["a pass with a text after it", `${pass}A`],
  ["a pass with another first letter", (pass.startsWith("A") ? "B" : "A") + pass.slice(1)],
  ["a pass with a space in it", `${pass.slice(0, 5)} ${pass.slice(5)}`],
  ["a pass in another alphabet", `${pass.slice(0, -1)}+`],
  ["an emoji", "🎓"],
])("%s is no pass", (_, text) => {
  expect(readPass(key, text)).toBeUndefined();
});
