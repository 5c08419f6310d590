import type { FindProblem } from "./rule.ts";
import { shortText } from "./texts.ts";

/**
 * How many letters fit, measured in Chromium with the page of the specification. At 360 px a headline of 52 letters
 * leaves the top of the button within 640 px, and one of 70 within 690 px, which is what the bars of a browser leave of
 * a usual phone. A button of 60 capitals has three lines.
 */
export const maxLetters = { headlineOnSmallPhone: 52, headline: 70, button: 60 };

/** At 320 px a word of 16 small letters fits into the line of the headline; a capital is wider. */
const maxHeadlineWord = 15;
const capitalWidth = 1.4;

/** The words of a button. */
export const buttonText = shortText(
  notLonger(maxLetters.button, "o botão passa de três linhas num celular"),
);

/** The headline of the first screen. */
export const headlineText = shortText(
  notLonger(maxLetters.headline, "o botão sai da primeira tela de um celular"),
  findTooLongWord,
);

/** How many letters visitors see: names in braces count as long as their values usually are. */
export function shownLength(text: string): number {
  return withSampleValues(text).length;
}

function notLonger(max: number, effect: string): FindProblem<string> {
  return (text) => {
    const length = shownLength(text);
    return length > max
      ? `tem ${length} letras. Escreva no máximo ${max}: com mais, ${effect}.`
      : undefined;
  };
}

function findTooLongWord(text: string): string | undefined {
  const word = withSampleValues(text)
    .split(/[\s-]/)
    .find((one) => widthOf(one) > maxHeadlineWord);
  return (
    word && `tem a palavra "${word}", que não cabe num celular pequeno. Escreva uma mais curta.`
  );
}

/** The width of a word in small letters. */
function widthOf(word: string): number {
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  return word.length + capitals * (capitalWidth - 1);
}

function withSampleValues(text: string): string {
  return text.replaceAll("{date}", "11 de novembro").replaceAll(/\{\w+\}/g, "300 mil");
}
