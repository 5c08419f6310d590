import type { FindProblem } from "./rule.ts";
import { shortText } from "./texts.ts";

/** How many characters fit, measured in a browser at 320 and 360 px; see `tests/e2e/page/` for the page itself. */
const limits = { button: 60, headline: 90 };
const longestWord = { button: 22, headline: 15 };

/** The words of a button. */
export const buttonText = shortText(
  notLonger(limits.button, "o botão"),
  noLongerWord(longestWord.button, "o botão"),
);

/** The headline of the first screen. */
export const headlineText = shortText(
  notLonger(limits.headline, "o título"),
  noLongerWord(longestWord.headline, "o título"),
);

/** The names in braces count as the length of what visitors see. */
export function shownLength(text: string): number {
  return withSampleValues(text).length;
}

function notLonger(max: number, what: string): FindProblem<string> {
  return (text) =>
    shownLength(text) > max
      ? `tem ${shownLength(text)} letras. Escreva no máximo ${max}: com mais, ${what} não cabe na primeira tela de um celular.`
      : undefined;
}

function noLongerWord(max: number, what: string): FindProblem<string> {
  return (text) => {
    const word = withSampleValues(text)
      .split(/[\s-]/)
      .find((one) => one.length > max);
    return (
      word && `tem a palavra "${word}", de ${word.length} letras: ${what} aceita no máximo ${max}.`
    );
  };
}

function withSampleValues(text: string): string {
  return text.replaceAll("{date}", "11 de novembro").replaceAll(/\{\w+\}/g, "300 mil");
}
