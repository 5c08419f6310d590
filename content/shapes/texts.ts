import * as v from "valibot";
import { findBraceProblem, findMissingName } from "./names-in-braces.ts";
import { type FindProblem, rule } from "./rule.ts";

/** A text that the page shows. It may hold the names in braces that every text may hold. */
export const text = v.pipe(v.string(), rule(findTextProblem));

/** A text that the page shows as it is: nothing replaces names in braces there. */
export const plainText = v.pipe(v.string(), rule(findBlankProblem, findAnyBrace));

/** A text that must hold all given names in braces, whose values differ from place to place. */
export function textWith(...names: string[]) {
  const braces: FindProblem<string> = (value) => findBraceProblem(value, names);
  const missing: FindProblem<string> = (value) => findMissingName(value, names);
  return v.pipe(v.string(), rule(findBlankProblem, braces, missing));
}

/** A text of the page for which there is little room. */
export function shortText(...limits: FindProblem<string>[]) {
  return v.pipe(v.string(), rule(findTextProblem, ...limits));
}

export const texts = filledList(text);

/** A list that holds at least one item, because the page would show an empty place. */
export function filledList<Item extends v.GenericSchema>(item: Item) {
  return v.tupleWithRest([item], item);
}

/** A group of texts of the page with the given names. */
export function words<const Name extends string>(...names: Name[]): Record<Name, typeof text>;
export function words(...names: string[]): Record<string, typeof text> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

export function findBlankProblem(value: string): string | undefined {
  if (value.trim() === "") return "está vazio. Escreva o texto entre as aspas.";
  if (value !== value.trim()) return "começa ou termina com um espaço. Apague o espaço.";
  if (/\p{Cc}/u.test(value))
    return "tem uma quebra de linha ou uma tabulação. Escreva tudo numa linha só.";
  if (value.includes("\uFFFD"))
    return "tem o sinal \uFFFD no lugar de uma letra que se perdeu. Escreva o texto de novo.";
  return findInvisible(value);
}

/** Signs without width come along from Word or from a chat. The one that joins two emojis is none of them. */
export function findInvisible(value: string): string | undefined {
  const joined = value.replaceAll(
    /(?<=\p{Emoji_Presentation}|\p{Emoji_Modifier}|\uFE0F)\u200D/gu,
    "+",
  );
  const [found] = /\p{Cf}/u.exec(joined) ?? [];
  if (found === undefined) return undefined;
  const shown = joined.replaceAll(/\p{Cf}/gu, "⟦?⟧");
  const at = shown.indexOf("⟦?⟧");
  const part = shown.slice(Math.max(0, at - 25), at + 28);
  return `tem um sinal que não se vê, onde aqui está ⟦?⟧: “${part}”. Apague esse trecho e escreva-o de novo à mão.`;
}

function findTextProblem(value: string): string | undefined {
  return findBlankProblem(value) ?? findBraceProblem(value, []);
}

function findAnyBrace(value: string): string | undefined {
  return /[{}]/.test(value)
    ? "tem chaves, que não funcionam neste texto. Escreva o valor, sem chaves."
    : undefined;
}
