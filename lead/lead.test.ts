import { expect, test } from "vitest";
import { emailKey } from "./lead.ts";

test("two spellings of one address have one key", () => {
  expect(emailKey("Ana@Exemplo.COM")).toBe(emailKey("ana@exemplo.com"));
  expect(emailKey("ana@exemplo.com")).not.toBe(emailKey("ana@exemplo.com.br"));
});

test("a key is as long as the longest address that mail can reach, and no longer", () => {
  expect(emailKey(`${"a".repeat(252)}@b`)).toHaveLength(254);
  expect(emailKey(`${"a".repeat(4_000)}@b`)).toHaveLength(254);
});
