import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { publishedWordings } from "#content/shapes/wordings.ts";

/**
 * A submission stores only the name of a wording, so a changed sentence here would change what thousands of people
 * agreed to. A new sentence is protected as soon as it is in this list.
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
  // With these wordings the check of content/ refuses a changed sentence.
  expect(publishedWordings).toEqual(published);
});

test("a published sentence stays a consent or a notice, for the class or for the next one", () => {
  const { consents, forNext } = messages.wordings;
  const named = (names: string[]) => Object.keys(published).filter((name) => names.includes(name));
  expect(named(consents)).toEqual(["autorizacao-1", "autorizacao-proxima-1"]);
  expect(named(forNext)).toEqual(["aviso-proxima-1", "autorizacao-proxima-1"]);
});
