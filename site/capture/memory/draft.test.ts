import { expect, test } from "vitest";
import { leadFields } from "#lead/contract.ts";
import { keep } from "./browser-storage.ts";
import { type Draft, forgetDraft, keepDraft, keptDraft, keyOf, putDraftAside } from "./draft.ts";

// Here is no browser: it is as where one forbids storage, and everything lasts for the page.

const draft: Draft = {
  lead: { name: "Ana Exemplo", email: "ana@exemplo.com", whatsapp: "(11) 98765-4321" },
  idempotencyKey: "first",
  surface: "popup",
  open: true,
};

test("the same answers keep their key, and another answer gets another", () => {
  keepDraft(draft);
  expect(keyOf({ ...draft.lead }, () => "second")).toBe("first");
  expect(keyOf({ ...draft.lead, name: "Bia Exemplo" }, () => "second")).toBe("second");
});

test("put aside, a draft does not come up by itself, but is kept", () => {
  keepDraft(draft);
  putDraftAside();
  expect(keptDraft()).toEqual({ ...draft, open: false });
});

test("forgotten, it is not there to be put aside", () => {
  keepDraft(draft);
  forgetDraft();
  putDraftAside();
  expect(keptDraft()).toBeUndefined();
});

test.each([null, 7, "text", {}, { ...draft, lead: {} }, { ...draft, open: "yes" }])(
  "%j is no draft",
  (value) => {
    keep("visit", "sign-up-draft", value);
    expect(keptDraft()).toBeUndefined();
  },
);

test.each(leadFields)(
  "a draft without %s is not restored, and another value of it makes another sign-up",
  (field) => {
    const { [field]: _, ...others } = draft.lead;
    keep("visit", "sign-up-draft", { ...draft, lead: others });
    expect(keptDraft()).toBeUndefined();
    keepDraft(draft);
    expect(keyOf({ ...draft.lead, [field]: "another" }, () => "second")).toBe("second");
  },
);
