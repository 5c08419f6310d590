import { expect, test } from "vitest";
import { emailKey } from "./lead.ts";

test("addresses that differ only in upper and lower case have the same key", () => {
  expect(emailKey("Ana@Exemplo.COM")).toBe(emailKey("ana@exemplo.com"));
  expect(emailKey("ana@exemplo.com")).not.toBe(emailKey("ana@exemplo.com.br"));
});

test("a key has at most 254 characters, the longest address that mail can reach", () => {
  expect(emailKey(`${"a".repeat(252)}@b`)).toHaveLength(254);
  expect(emailKey(`${"a".repeat(4_000)}@b`)).toHaveLength(254);
});
