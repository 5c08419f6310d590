import { expect, onTestFinished, test, vi } from "vitest";
import { leadFields } from "#lead/contract.ts";
import { save } from "#site/ui/browser-storage.ts";
import { ana, bia } from "#tests/support/people.ts";
import {
  type Draft,
  idempotencyKeyFor,
  loadDraft,
  loadWaiting,
  markDraftClosed,
  removeDraft,
  saveDraft,
  saveWaiting,
} from "./drafts-and-waiting.ts";

// These tests run without a browser and so without storage: the page keeps values in memory, as in browsers that forbid
// storage.

const draft: Draft = {
  lead: ana,
  idempotencyKey: "first",
  context: { surface: "popup", wording: "aviso-1" },
  at: 0,
  open: true,
};

test("the same answers get the same key, and other answers get another key", () => {
  saveDraft(draft);
  expect(idempotencyKeyFor({ ...draft.lead }, () => "second")).toBe("first");
  expect(idempotencyKeyFor({ ...draft.lead, name: bia.name }, () => "second")).toBe("second");
});

test("a draft that is marked closed stays saved and does not open the popup", () => {
  saveDraft(draft);
  markDraftClosed();
  expect(loadDraft()).toEqual({ ...draft, open: false });
});

test("a removed draft cannot be marked closed", () => {
  saveDraft(draft);
  removeDraft();
  markDraftClosed();
  expect(loadDraft()).toBeUndefined();
});

test.each([
  null,
  7,
  "text",
  {},
  { ...draft, lead: {} },
  { ...draft, lead: { name: 7 } },
  { ...draft, context: {} },
])("%j is not loaded as a draft", (value) => {
  save("tab", "sign-up-draft", value);
  expect(loadDraft()).toBeUndefined();
});

test.each(leadFields)(
  "a draft of before %s was asked for is loaded, and another value of that field makes another sign-up",
  (field) => {
    const { [field]: _, ...others } = draft.lead;
    save("tab", "sign-up-draft", { ...draft, lead: others });
    expect(loadDraft()?.lead).toEqual({ ...draft.lead, [field]: "" });
    saveDraft(draft);
    expect(idempotencyKeyFor({ ...draft.lead, [field]: "another" }, () => "second")).toBe("second");
  },
);

test.each([
  ["forbidden", undefined],
  ["full", { getItem: () => null, setItem: refuse }],
])("where storage is %s nothing waits, so that no one reads that it does", (_, storage) => {
  vi.stubGlobal("localStorage", storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  saveWaiting(draft);
  expect(loadWaiting(draft.context.surface)).toEqual([]);
});

function refuse(): never {
  throw new DOMException("Full", "QuotaExceededError");
}
