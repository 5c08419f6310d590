import { expect, test } from "vitest";
import { readContactPage } from "./lookups.ts";

const contacts = [
  { id: "4", email: "ana@example.com" },
  { id: 5, email: "bia@example.com" },
];

test("a contact has its own tags, and its status on the asked list", async () => {
  const body = {
    contacts,
    contactLists: [
      { contact: "4", list: "2", status: 1 },
      { contact: "4", list: "3", status: "2" },
      { contact: "5", list: "3", status: "1" },
    ],
    contactTags: [{ contact: 5, tag: 7 }],
  };
  expect(await pageOf(body, { list: "2", afterId: 3 })).toEqual({
    kind: "page",
    lastId: 5,
    contacts: [
      { email: "ana@example.com", status: "1", tags: new Set() },
      { email: "bia@example.com", status: undefined, tags: new Set(["7"]) },
    ],
  });
});

test("a page without contacts is the end, another answer is unclear", async () => {
  expect(await pageOf({ contacts: [] })).toEqual({ kind: "end" });
  expect(await pageOf({ message: "?" })).toMatchObject({ kind: "retry-later" });
});

test("a page that does not begin after the last one is unclear", async () => {
  expect(await pageOf({ contacts }, { afterId: 4 })).toMatchObject({ kind: "retry-later" });
  expect(await pageOf({ contacts: contacts.toReversed() })).toMatchObject({ kind: "retry-later" });
});

function pageOf(body: unknown, { list, afterId = 0 }: { list?: string; afterId?: number } = {}) {
  return readContactPage(() => Promise.resolve({ kind: "done", body }), { list, afterId });
}
