import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";

/**
 * Submissions store only the name of a wording. So a change of a sentence here would change what thousands of people
 * agreed to.
 */
const published: Record<string, string> = {
  "aviso-1":
    "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-1": "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
};

test("a published sentence never changes: a new sentence needs a new name, in this test too", () => {
  expect(messages.wordings.texts).toEqual(published);
});

test("the sentence beside the tick is a consent, and the one in the popup is not", () => {
  const { consents, current } = messages.wordings;
  expect(consents).toContain(current.consent);
  expect(consents).not.toContain(current.notice);
  for (const name of consents) expect(published).toHaveProperty(name);
});

test("the sentences that are shown now are published", () => {
  for (const name of Object.values(messages.wordings.current))
    expect(published).toHaveProperty(name);
});
