import * as v from "valibot";
import { rule } from "./rule.ts";
import { plainText } from "./texts.ts";

/**
 * The sentences of the forms that visitors have already read. The store keeps with a sign-up only the name of its
 * sentence, so a change of the sentence would change what these people agreed to.
 */
export const publishedWordings: Record<string, string> = {
  "aviso-1":
    "Ao se inscrever, você recebe mensagens sobre a Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-1": "Autorizo receber comunicações sobre a Black AHSD e ofertas exclusivas.",
  "aviso-proxima-1":
    "Ao se inscrever, você recebe mensagens sobre a próxima Black AHSD por e-mail e WhatsApp. Pode pedir para parar quando quiser.",
  "autorizacao-proxima-1":
    "Autorizo receber comunicações sobre a próxima Black AHSD e ofertas exclusivas.",
};

const shownShape = v.strictObject({ notice: v.string(), consent: v.string() });

const shape = v.strictObject({
  current: shownShape,
  /** The texts for visitors who sign up when the class is over, to hear of the next class. */
  currentNext: shownShape,
  /** The names of the texts to which a visitor must agree by ticking a box; the other texts only inform. */
  consents: v.array(v.string()),
  /**
   * The names of the texts for people who want to hear of the next class. These people get the tag of the next class.
   */
  forNext: v.array(v.string()),
  texts: v.pipe(v.record(v.string(), plainText), rule(findAlteredText)),
});

type Wordings = v.InferOutput<typeof shape>;

export const wordingsShape = v.pipe(
  shape,
  rule((wordings) => findShownProblem(wordings, "current"), "current"),
  rule((wordings) => findShownProblem(wordings, "currentNext"), "currentNext"),
  rule(({ consents, texts }) => findUnknownName(consents, texts), "consents"),
  rule(({ forNext, texts }) => findUnknownName(forNext, texts), "forNext"),
);

/** What is wrong with the two sentences of the forms: `current` until the class is over, `currentNext` afterwards. */
function findShownProblem(
  { texts, consents, forNext, ...shown }: Wordings,
  place: "current" | "currentNext",
): string | undefined {
  const { notice, consent } = shown[place];
  const unknown = findUnknownName([notice, consent], texts);
  if (unknown) return unknown;
  if (consents.includes(notice))
    return `usa "${notice}" em "notice", mas "consents" diz que essa frase pede uma autorização. Use um aviso.`;
  if (!consents.includes(consent))
    return `usa "${consent}" em "consent". Se a frase pede uma autorização, acrescente "${consent}" em "consents".`;
  const isNext = place === "currentNext";
  const wrong = [notice, consent].find((name) => forNext.includes(name) !== isNext);
  return (
    wrong &&
    `usa "${wrong}", que ${isNext ? "não está" : "está"} em "forNext". Corrija "forNext", que tem só as frases de quem quer saber da próxima aula.`
  );
}

function findUnknownName(names: string[], texts: Wordings["texts"]): string | undefined {
  const unknown = names.find((name) => !(name in texts));
  return (
    unknown &&
    `usa "${unknown}", que não está em "texts". Escreva um destes: ${Object.keys(texts).join(", ")}.`
  );
}

function findAlteredText(texts: Record<string, string>): string | undefined {
  const altered = Object.keys(publishedWordings).find(
    (name) => texts[name] !== publishedWordings[name],
  );
  return (
    altered &&
    `não tem mais a frase publicada "${altered}", que é a prova do que as pessoas leram. Devolva “${publishedWordings[altered]}” e, para mudar a frase, acrescente outra com um nome novo.`
  );
}
