import fc from "fast-check";
import { expect, test } from "vitest";
import { ana as lead } from "#tests/support/people.ts";
import { emailKey } from "./lead.ts";
import { parseLead } from "./parse-lead.ts";

test("parseLead returns the lead as it was typed, but trimmed, in NFC and without control characters", () => {
  const typed = {
    name: "  Jose\u0301\u0000 Exemplo\n",
    email: " ana@exemplo.com ",
    whatsapp: "11\t9",
  };
  expect(parseLead(typed)).toEqual({
    kind: "lead",
    lead: { name: "Jos\u00e9  Exemplo", email: "ana@exemplo.com", whatsapp: "11 9" },
  });
});

test.each([
  ["a missing field", { name: lead.name, email: lead.email }, [["whatsapp", "required"]]],
  ["a name of blanks", { ...lead, name: " \n " }, [["name", "required"]]],
  ["an e-mail without a domain", { ...lead, email: "ana@" }, [["email", "invalid"]]],
  ["an empty e-mail", { ...lead, email: "" }, [["email", "required"]]],
  ["a number for a text", { ...lead, whatsapp: 11987654321 }, [["whatsapp", "required"]]],
  [
    "two problems, each once",
    { ...lead, name: null, email: "x" },
    [
      ["name", "required"],
      ["email", "invalid"],
    ],
  ],
])("parseLead names the problem of %s", (_, input, problems) => {
  const expected = problems.map(([field, code]) => ({ field, code }));
  expect(parseLead(input)).toEqual({ kind: "problems", problems: expected });
});

test("parseLead finds three missing fields in what is no lead, and throws for nothing", () => {
  for (const input of [null, undefined, 7, "text", [], [lead]])
    expect(parseLead(input)).toMatchObject({ kind: "problems", problems: { length: 3 } });
  fc.assert(
    fc.property(fc.anything(), (input) => ["lead", "problems"].includes(parseLead(input).kind)),
  );
});

test("parseLead drops unknown fields", () => {
  expect(parseLead({ ...lead, admin: true, __proto__: { name: "x" } })).toEqual({
    kind: "lead",
    lead,
  });
});

test("parseLead accepts the same e-mails as the HTML standard", () => {
  const accepted = (email: string) => parseLead({ ...lead, email }).kind === "lead";
  expect(["a@b", "a.b+c@d-e.com", "!#$%&'*+/=?^_`{|}~-@x.y"].filter(accepted)).toHaveLength(3);
  expect(
    ["a b@c.com", "a@b..c", "a@-b.com", "a@b.com-", "@b", "a@b@c", "\u00e3@b.com"].filter(accepted),
  ).toEqual([]);
});

test("addresses that differ only in upper and lower case have the same key", () => {
  expect(emailKey("Ana@Exemplo.COM")).toBe(emailKey("ana@exemplo.com"));
  expect(emailKey("ana@exemplo.com")).not.toBe(emailKey("ana@exemplo.com.br"));
});

test("a key has at most 254 characters, the longest address that mail can reach", () => {
  expect(emailKey(`${"a".repeat(252)}@b`)).toHaveLength(254);
  expect(emailKey(`${"a".repeat(4_000)}@b`)).toHaveLength(254);
});
