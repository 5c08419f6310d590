import { existsSync } from "node:fs";
import { courses } from "#content/courses.ts";
import { dateInWords, hourInWords } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { live } from "#content/room.ts";
import { maxLetters, shownLength } from "#content/shapes/texts.ts";
import { pictureFindings } from "#scripts/pictures/picture-findings.ts";
import { fontCharacters } from "#scripts/upkeep/font-characters.ts";
import { planFacts } from "#server/event/facts.ts";
import { contentFacts, ownPictures } from "#server/pages/facts.ts";
import { readContent, type Written } from "./read-content.ts";

const levels = { fine: "certo: ", notice: "veja:  ", trouble: "falta: " };
const pictures = "content/pictures";

/** Prints useful notes about content without mistakes: the facts that doctor prints, and notes on the texts and pictures. */
export async function printNotes(now: number): Promise<void> {
  const facts = [
    ...planFacts({ event: launch.event, now, override: undefined }),
    ownPictures(pictures),
    ...contentFacts({ launch, links: { live, ...links } }),
  ];
  for (const { level, due, name, value, todo } of facts)
    console.log(
      `  ${due ? levels.trouble : levels[level]}${name}: ${value}${todo ? `\n         ${todo}` : ""}`,
    );
  // Without a folder of the owner's pictures, doctor has already said that every picture is a sample.
  const notes = existsSync(pictures) ? pictureFindings().notes : [];
  const { event, guaranteeDays, access } = launch;
  const right = {
    date: dateInWords(event.month, event.day).replaceAll("\u00a0", " "),
    hour: hourInWords(event.hour, event.minute),
    courses: courses.courses.length,
    guarantee: guaranteeDays.page === guaranteeDays.summary ? "uma forma só" : "duas formas",
    access: access.page === access.summary ? "uma forma só" : "duas formas",
  };
  for (const note of [...notes, ...notesIn("", readContent("content").content, right)])
    console.log(`  ${levels.notice}${note}`);
}

type Right = { date: string; hour: string; courses: number; guarantee: string; access: string };

function notesIn(name: string | number, written: Written, right: Right): string[] {
  const { file, line, value, inside } = written;
  const own = typeof value === "string" ? notesOn(String(name), value, right) : [];
  return [
    ...own.map((note) => `content/${file}: o texto ${note} (linha ${line})`),
    ...[...inside].flatMap(([key, inner]) => notesIn(key, inner, right)),
  ];
}

const date =
  /\b\d{1,2}º? de (janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)(?! de \d)/giu;

/** Notes on a text: a repeated date or number that is no longer right, and what phones show badly. */
export function notesOn(name: string, text: string, right: Right): string[] {
  const repeated: [RegExp, string, string][] = [
    [date, right.date, "{date}"],
    [/(?<!\p{L})às \d{1,2}h(\d{2})?\b/giu, `às ${right.hour}`, "às {hour}"],
    [/\b\d+ cursos\b/gi, `${right.courses} cursos`, `${right.courses} cursos`],
    [/garantia de duas formas/gi, `garantia de ${right.guarantee}`, "que a garantia é uma só"],
    [/pacote de duas formas/gi, `pacote de ${right.access}`, "que o acesso é um só"],
  ];
  const old = repeated.flatMap(([pattern, now, write]) => {
    const found = [...text.replaceAll("\u00a0", " ").matchAll(pattern)].map(([one]) => one);
    const wrong = found.filter((one) => one.toLowerCase() !== now.toLowerCase());
    return wrong.map((one) => `diz “${one}”, o que não é mais certo. Escreva ${write}.`);
  });
  const strange = [...new Set(text)].filter((letter) => !fontCharacters.includes(letter)).join(" ");
  if (strange) old.push(`tem sinais que a fonte da página não desenha: ${strange}`);
  if (name === "headline" && shownLength(text) > maxLetters.headlineOnSmallPhone)
    old.push(
      `deixa o botão fora da primeira tela. Escreva até ${maxLetters.headlineOnSmallPhone} letras.`,
    );
  return old;
}
