import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";

/** Sign-ups keep these names alone: whoever changes a sentence rewrites what thousands of people agreed to. */
const released: Record<string, string> = {
  "aviso-1":
    "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-1": "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
};

test("every sentence that people have agreed to says what it said then: a new one needs a new name, here too", () => {
  expect(messages.wordings.texts).toEqual(released);
});

test("the sentence beside the tick asks for a consent, the popup's only tells", () => {
  const { consents, current } = messages.wordings;
  expect(consents).toContain(current.consent);
  expect(consents).not.toContain(current.notice);
  for (const name of consents) expect(released).toHaveProperty(name);
});

test("the sentences that are shown now have names under which they are kept", () => {
  for (const name of Object.values(messages.wordings.current))
    expect(released).toHaveProperty(name);
});
