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
  "aviso-proxima-1":
    "Ao se inscrever, você recebe mensagens sobre a próxima Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-proxima-1":
    "Autorizo receber comunicações sobre a próxima Black AHSD e ofertas exclusivas.",
};

test("a published sentence never changes and is never removed: a new sentence has a new name", () => {
  expect(messages.wordings.texts).toMatchObject(published);
});

test("the checks of content know every published sentence", () => {
  expect(publishedWordings).toEqual(published);
});

test("the sentence beside the tick is a consent, and the one in the popup is not", () => {
  const { consents, current, currentNext, texts } = messages.wordings;
  for (const { notice, consent } of [current, currentNext]) {
    expect(consents).toContain(consent);
    expect(consents).not.toContain(notice);
  }
  for (const name of consents) expect(texts).toHaveProperty(name);
});

test("a published consent stays a consent", () => {
  expect(messages.wordings.consents).toEqual(
    expect.arrayContaining(["autorizacao-1", "autorizacao-proxima-1"]),
  );
});

test("a published sentence of the next class stays one, and no sentence of the class becomes one", () => {
  const { forNext } = messages.wordings;
  expect(forNext).toEqual(expect.arrayContaining(["aviso-proxima-1", "autorizacao-proxima-1"]));
  expect(forNext).not.toContain("aviso-1");
  expect(forNext).not.toContain("autorizacao-1");
});

test("the sentences that are shown now have their texts", () => {
  const { current, currentNext, texts } = messages.wordings;
  for (const name of [current, currentNext].flatMap(Object.values))
    expect(texts).toHaveProperty(name);
});
