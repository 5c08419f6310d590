import * as v from "valibot";
import { type FindProblem, rule, ruleAt } from "./rule.ts";
import { plainText } from "./texts.ts";

/**
 * The sentences that visitors have already read. Submissions store only the name of a sentence, so a change of the
 * sentence would change what these people agreed to.
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

const currentShape = v.strictObject({ notice: v.string(), consent: v.string() });

const shape = v.strictObject({
  current: currentShape,
  /** The texts for visitors who sign up when the class is over, to hear of the next one. */
  currentNext: currentShape,
  /** The names of the texts to which a visitor must agree by ticking a box; the other texts only inform. */
  consents: v.array(v.string()),
  /** The names of the texts whose readers want to hear of the next class. */
  forNext: v.array(v.string()),
  texts: v.pipe(v.record(v.string(), plainText), rule(findAlteredText)),
});

type Wordings = v.InferOutput<typeof shape>;

export const wordingsShape = v.pipe(
  shape,
  ruleAt("current", (wordings) => findShownProblem(wordings, "current")),
  ruleAt("currentNext", (wordings) => findShownProblem(wordings, "currentNext")),
  ruleAt("consents", findUnknownName("consents")),
  ruleAt("forNext", findUnknownName("forNext")),
  ruleAt("current", findNextInCurrent),
  ruleAt("forNext", findMissingNext),
);

/** Finds a problem of the two sentences that visitors are shown, before the class is over or afterwards. */
function findShownProblem(
  { consents, texts, ...shown }: Wordings,
  place: "current" | "currentNext",
): string | undefined {
  const { notice, consent } = shown[place];
  const unknown = Object.entries(shown[place]).find(([, name]) => !(name in texts));
  if (unknown)
    return `usa "${unknown[1]}" em "${unknown[0]}", mas "texts" não tem esse nome. Escreva um destes: ${Object.keys(texts).join(", ")}.`;
  if (consents.includes(notice))
    return `usa "${notice}" em "notice", mas "consents" diz que essa frase pede uma autorização. Use um aviso.`;
  return consents.includes(consent) ? undefined : describeConsent(shown[place], consents);
}

/** A new sentence may ask for consent, and only the list does not say so yet. The notice never does. */
function describeConsent({ notice, consent }: Wordings["current"], consents: string[]): string {
  const others = `Escreva um dos nomes de "consents": ${consents.join(", ")}.`;
  if (consent === notice)
    return `usa "${consent}" em "consent", que não pede autorização. ${others}`;
  return `usa "${consent}" em "consent", mas "consents" não tem esse nome. Se a frase pede uma autorização, acrescente "${consent}" em "consents".`;
}

function findUnknownName(list: "consents" | "forNext"): FindProblem<Wordings> {
  return ({ [list]: names, texts }) => {
    const unknown = names.find((name) => !(name in texts));
    return unknown && `tem "${unknown}", mas "texts" não tem esse nome.`;
  };
}

/** A person who signs up for the class would get the tag of the next class. */
function findNextInCurrent({ current, forNext }: Wordings): string | undefined {
  const [place, name] = Object.entries(current).find(([, one]) => forNext.includes(one)) ?? [];
  return (
    name &&
    `usa "${name}" em "${place}", mas "forNext" diz que essa frase é de quem quer saber da próxima aula. Use outra frase, ou tire "${name}" de "forNext".`
  );
}

/** A person who wants to hear of the next class would get the tags of the class. */
function findMissingNext({ currentNext, forNext, texts }: Wordings): string | undefined {
  const missing = Object.values(currentNext).find(
    (name) => name in texts && !forNext.includes(name),
  );
  return (
    missing &&
    `não tem "${missing}", que "currentNext" usa. Acrescente "${missing}" em "forNext": assim essas pessoas recebem a tag de quem quer saber da próxima aula.`
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
