import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { publishedWordings } from "#content/shapes/wordings.ts";

/**
 * Submissions store only the name of a wording. So a change of a sentence here would change what thousands of people
 * agreed to. A new sentence is protected from the moment when it is in this list.
 */
const published: Record<string, string> = {
  "aviso-1":
    "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-1": "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
};

test("a published sentence never changes and is never removed: a new sentence has a new name", () => {
  expect(messages.wordings.texts).toMatchObject(published);
});

test("the checks of content know every published sentence", () => {
  expect(publishedWordings).toEqual(published);
});

test("the sentence beside the tick is a consent, and the one in the popup is not", () => {
  const { consents, current, texts } = messages.wordings;
  expect(consents).toContain(current.consent);
  expect(consents).not.toContain(current.notice);
  for (const name of consents) expect(texts).toHaveProperty(name);
});

test("a published consent stays a consent", () => {
  expect(messages.wordings.consents).toContain("autorizacao-1");
});

test("the sentences that are shown now have their texts", () => {
  for (const name of Object.values(messages.wordings.current))
    expect(messages.wordings.texts).toHaveProperty(name);
});
