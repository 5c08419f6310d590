import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { type Launch, launchShape } from "#content/shapes/launch.ts";
import { type Links, linksShape } from "#content/shapes/links.ts";
import { findProblems } from "#content/shapes/rule.ts";
import { editionAt } from "#event/edition.ts";
import { choiceAt, phaseAt } from "#event/phase.ts";
import { dayMs, daysBetween } from "#event/time-zone.ts";
import { formatDay, formatTime } from "#server/command-line/text.ts";
import type { StoredEvent } from "#server/event/choices.ts";
import { backToClock, backToPlan, describePhase, formatEnd } from "#server/event/describe.ts";
import { groupPlaceholders, placeholders } from "#server/placeholders.ts";

/**
 * One line of doctor's output. The operator must fix a `fail`, and should look at a `warn`. What must be true by the evening
 * is an `evening`: it fails from 48 hours before the class until its end, and otherwise warns.
 */
export type Finding =
  | { level: "ok"; text: string }
  | { level: "warn"; text: string; todo: string }
  | { level: "fail"; text: string; todo: string }
  | { level: "evening"; text: string; todo: string };

/** What doctor looks at. It needs a part of what doctor knows: the settings, the open store, the account, the page. */
export type Check<Needs> = {
  /** What a line is about: its first word after the level. */
  title: string;
  run(needs: Needs): Findings | Promise<Findings>;
  /** A warning of this check can wait while the class is on. */
  canWait?: true;
};

type Findings = Finding | readonly Finding[];

export type TitledFinding = Finding & { title: string; canWait: boolean };

export function ok(text: string): Finding {
  return { level: "ok", text };
}

export function warn(text: string, todo: string): Finding {
  return { level: "warn", text, todo };
}

export function fail(text: string, todo: string): Finding {
  return { level: "fail", text, todo };
}

export function evening(text: string, todo: string): Finding {
  return { level: "evening", text, todo };
}

/** Runs the checks one after the other. */
export async function* runChecks<Needs>(
  checks: readonly Check<Needs>[],
  needs: Needs,
): AsyncGenerator<TitledFinding> {
  for (const { title, run, canWait = false } of checks)
    for (const finding of [await run(needs)].flat()) yield { ...finding, title, canWait };
}

/** The commands that publish the page again. Under systemd the server itself is not allowed to build the page. */
export const publish = "npm start; com systemd: npm run ready e depois black-ahsd-restart";

/** The page that is published, and the address that it should have; undefined while the settings have mistakes. */
type Page = { site: string; siteUrl: string | undefined };

export const pageChecks: readonly Check<Page>[] = [{ title: "página", run: checkPage }];

/** Whether there is a page, when it was built, and for which address. */
async function checkPage({ site, siteUrl }: Page): Promise<Finding[]> {
  const file = join(site, "index.html");
  const page = await readFile(file, "utf8").catch(() => undefined);
  if (page === undefined)
    return [fail(`Não há página publicada em ${site}.`, `Publique: ${publish}`)];
  const { mtimeMs } = await stat(file);
  const built = ok(`A página publicada foi gerada em ${formatTime(mtimeMs)}.`);
  if (siteUrl === undefined) return [built];
  const canonical = /<link[^>]*rel="canonical"[^>]*>/.exec(page)?.[0] ?? "";
  const address = /href="([^"]*)"/.exec(canonical)?.[1] ?? "";
  if (URL.canParse(address) && new URL(address).origin === siteUrl) return [built];
  return [
    built,
    fail(
      `A página foi gerada para ${address || "nenhum endereço"}, mas SITE_URL é ${siteUrl}.`,
      `Publique de novo: ${publish}. Se você definiu SITE_URL ou PORT só para o servidor, escreva também no .env.`,
    ),
  ];
}

/** The files of content/ that hold more than words. */
export const wholeContent = { launch, links };

/** What `npm run conferir` says of them too. Without an answer of the store, `stored` is undefined. */
export type Content = {
  launch: Launch;
  links: Links;
  pictures: string;
  now: number;
  stored: Pick<StoredEvent, "override"> | undefined;
};

export function contentChecks(content: Content): readonly Check<Content>[] {
  return [
    { title: "erros", run: checkMistakes },
    // With a wrong value, such as an unknown time zone, the time of the event cannot be computed.
    ...(findMistakes(content).length === 0 ? eventChecks : []),
    { title: "exemplos", run: checkSamples },
    { title: "imagens", run: checkPictures, canWait: true },
    { title: "formulário da página", run: checkPageForm, canWait: true },
    { title: "oferta", run: checkOffer, canWait: true },
  ];
}

const eventChecks: readonly Check<Content>[] = [
  { title: "evento", run: checkDate },
  { title: "ano", run: checkYear, canWait: true },
  { title: "momento", run: checkPhase },
  { title: "data mudada", run: checkMove },
];

/** A build without mistakes has none here: the same shapes checked the files before. */
export function findMistakes(content: { launch: Launch; links: Links }): string[] {
  const inFile = (file: string) => (found: { name: string; problem: string }) =>
    `content/${file}: "${found.name}" ${found.problem}`;
  return [
    ...findProblems(launchShape, content.launch).map(inFile("launch.ts")),
    ...findProblems(linksShape, content.links).map(inFile("links.ts")),
  ];
}

function checkMistakes(content: Content): Finding[] {
  const mistakes = findMistakes(content);
  if (mistakes.length === 0)
    return [ok("Os valores de content/launch.ts e content/links.ts são válidos.")];
  return mistakes.map((text) => fail(text, `Corrija e publique de novo: ${publish}`));
}

/** An event further away was probably a few days ago, and the page already announces that of the next year. */
const farAwayDays = 180;

function checkDate({ launch: { event }, now, stored }: Content): Finding {
  const { year, start, end } = editionAt(event, now, stored?.override);
  const announced = `A página anuncia a edição de ${year}: ${formatDay(start)}`;
  const todo = `Se a data está errada, corrija content/launch.ts e publique de novo: ${publish}`;
  if (now >= end + event.daysAfter * dayMs) return fail(`${announced}. Ela já passou.`, todo);
  if (now >= end) return ok(`${announced}. Ela acabou há pouco, e a página diz isso.`);
  if (now >= start) return ok(`${announced}: é agora.`);
  const days = daysBetween(now, start, event.timeZone);
  const later = `${announced}, ${daysAhead(days)}.`;
  return days > farAwayDays ? warn(`${later} A aula deste ano já passou?`, todo) : ok(later);
}

function daysAhead(days: number): string {
  if (days === 0) return "hoje";
  return days === 1 ? "amanhã" : `daqui a ${days} dias`;
}

/** Warns until the year is pinned: on the night of the event nothing must depend on which year is the next one. */
function checkYear({ launch: { event } }: Content): Finding {
  const { year, daysAfter } = event;
  if (year !== "next") return ok(`"year" é ${year}: a página fica nesse ano.`);
  const days = daysAfter === 1 ? "1 dia" : `${daysAfter} dias`;
  const after = daysAfter === 0 ? "depois da aula" : `${days} depois da aula`;
  return warn(
    `"year" é "next": ${after}, a página passa sozinha para a aula do ano seguinte.`,
    `Quando a data estiver decidida, escreva em "year" o ano, em content/launch.ts, e publique de novo: ${publish}`,
  );
}

function checkPhase({ launch: { event }, now, stored }: Content): Finding[] {
  if (stored === undefined) return [];
  const { override } = stored;
  const present = describePhase(phaseAt(event, now, override));
  const choice = choiceAt(event, now, override);
  if (choice === undefined) return [ok(`${present} (pelo relógio).`)];
  const until = formatEnd(choice.until);
  const end = until === undefined ? "Não acaba sozinho." : `Acaba sozinho em ${until}.`;
  const text = `${present}. Escolhido à mão em ${formatTime(choice.since)}. ${end}`;
  return [warn(text, backToClock)];
}

/** A move that was forgotten, for example after a trial, sends all visitors to the wrong hour. */
function checkMove({ launch: { event }, now, stored }: Content): Finding[] {
  const { start, plannedStart } = editionAt(event, now, stored?.override);
  if (start === plannedStart) return [];
  const text = `A data foi mudada à mão para ${formatDay(start)}. Em content/launch.ts: ${formatDay(plannedStart)}.`;
  return [warn(text, backToPlan)];
}

function checkSamples({ links: all }: Content): Finding {
  const names = groupPlaceholders(placeholders(all));
  return names.length === 0
    ? ok("content/links.ts não tem mais valores de exemplo.")
    : evening(
        `Ainda são valores de exemplo em content/links.ts: ${names.join(", ")}.`,
        `Troque-os pelos verdadeiros e publique de novo: ${publish}`,
      );
}

function checkPictures({ pictures: folder }: Content): Finding {
  return existsSync(folder)
    ? ok(
        `As suas imagens estão em ${folder}. npm run pictures diz quais ainda são desenhos de exemplo.`,
      )
    : warn(
        `Não há a pasta ${folder}: todas as imagens são desenhos de exemplo.`,
        "Ponha as suas imagens como diz content/README.md e rode: npm run pictures",
      );
}

/** The owner may choose a form that only looks like one. */
function checkPageForm({ launch: { inPageFormSends } }: Content): Finding {
  return inPageFormSends
    ? ok("O formulário da página guarda as inscrições, como o popup.")
    : warn(
        "O formulário da página não guarda nada: só o popup guarda.",
        `Se deve guardar, escreva inPageFormSends: true em content/launch.ts e publique de novo: ${publish}`,
      );
}

/** Warns when the page promises two things that differ, because a buyer may insist on the better one. */
function checkOffer({ launch: { guaranteeDays, access } }: Content): Finding[] {
  const days = { page: `${guaranteeDays.page} dias`, summary: `${guaranteeDays.summary} dias` };
  const years = { page: accessInWords(access.page), summary: accessInWords(access.summary) };
  return [checkPromise("garantia", days, "guaranteeDays"), checkPromise("acesso", years, "access")];
}

function checkPromise(
  what: string,
  { page, summary }: { page: string; summary: string },
  name: string,
): Finding {
  return page === summary
    ? ok(`A página promete ${what} de um jeito só: ${page}.`)
    : warn(
        `A página promete ${what}: ${page}; e, no resumo da oferta: ${summary}.`,
        `Escolha um só em content/launch.ts (${name}) e tire o outro de content/terms.ts, ou deixe os dois de propósito.`,
      );
}

function accessInWords(access: Launch["access"]["page"]): string {
  if (access === "lifetime") return "vitalício";
  return access === 1 ? "de 1 ano" : `de ${access} anos`;
}
