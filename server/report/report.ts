import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "#content/launch.ts";
import { type EventPlan, editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { hourMs, wallClock } from "#event/time-zone.ts";
import { type Command, deriveForReading, done, failed } from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { findPlace, writePrivateFile } from "#server/command-line/private-file.ts";
import { formatDay, timeZone } from "#server/command-line/text.ts";
import { readSpan, spanOptions } from "#server/command-line/times.ts";
import { readEvent } from "#server/event/choices.ts";
import { readReport } from "#server/figures/figures.ts";
import type { Span } from "#server/store/leads/leads.ts";
import { reportCsv, reportPage } from "./report-files.ts";

/** The folder whose files no commit takes up. */
const usualFolder = "exports";

export const report: Command = {
  usage: "[--since <quando>] [--to <quando>] [--folder <pasta>]",
  summary: "escreve o relatório da noite, para ver e imprimir: um arquivo HTML e um CSV",
  details: [
    "São só números: nenhum nome, e-mail nem telefone. O HTML abre sem internet; o CSV, no Excel em português.",
    "Sem --since e --to, vai de duas horas antes da aula até uma hora depois. O período é de horas inteiras, no máximo 24.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    ...spanOptions,
    folder: { type: "string", about: "a pasta dos dois arquivos, se não for exports/" },
  },
  async run(context, input) {
    const now = context.clock();
    const wanted = readSpan(input, now);
    if (wanted.kind === "misused") return wanted;
    const io = await context.open();
    const { override } = await readEvent(io.database);
    const { event } = launch;
    const found = reportSpan(wanted, { now, event, override });
    if (found.kind === "refused") return failed(found.line);
    const places = findPlaces(input.values.get("folder") ?? usualFolder, found.span.since);
    if (places.kind === "unfit") return failed(places.line);
    await deriveForReading(io);
    const figures = await readReport({ database: io.database, event, override }, found.span, now);
    const { page, table } = places;
    await writePrivateFile(page, (write) => write(reportPage(figures)));
    await writePrivateFile(table, (write) => write(reportCsv(figures)));
    await io.write(
      `O relatório está em ${escapeForTerminal(page)}, e a tabela para o Excel em ${escapeForTerminal(table)}. Só o seu usuário pode ler os arquivos.\n`,
    );
    return done;
  },
};

const maxMs = 24 * hourMs;
/** The time around the class that the report of its night shows. */
const aroundClass = { beforeMs: 2 * hourMs, afterMs: hourMs };

type Present = { now: number; event: EventPlan; override: Override | undefined };

/** The span of the report, in whole hours: the one that the operator wants, or the night of the class. */
function reportSpan(
  { since, to }: { since: number | undefined; to: number | undefined },
  { now, event, override }: Present,
): { kind: "span"; span: Span } | { kind: "refused"; line: string } {
  if (since === undefined && to === undefined) {
    const { start, end } = editionAt(event, now, override);
    const night = inWholeHours({
      since: start - aroundClass.beforeMs,
      to: end + aroundClass.afterMs,
    });
    if (night.since <= now) return { kind: "span", span: night };
    const line = `A noite da aula (${formatDay(start)}) ainda não chegou. Para o relatório de outro período, use --since e --to.`;
    return { kind: "refused", line };
  }
  const end = to ?? Math.min(now, (since ?? now) + maxMs);
  const begin = since ?? end - maxMs;
  if (begin > now)
    return {
      kind: "refused",
      line: "Este período ainda não chegou. Escolha outro com --since e --to.",
    };
  const span = inWholeHours({ since: begin, to: end });
  if (span.to - span.since <= maxMs) return { kind: "span", span };
  return {
    kind: "refused",
    line: "O relatório vai até 24 horas. Escolha um período mais curto com --since e --to.",
  };
}

/** Steps and sources are counted by the hour, so that a part of an hour is not known. */
function inWholeHours({ since, to }: Span): Span {
  const first = Math.floor(since / hourMs) * hourMs;
  return { since: first, to: Math.max(Math.ceil(to / hourMs) * hourMs, first + hourMs) };
}

type Places = { kind: "places"; page: string; table: string } | { kind: "unfit"; line: string };

/** The places of both files, before one of them is written. They are called after the day of the report. */
function findPlaces(folder: string, since: number): Places {
  if (folder === usualFolder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const day = wallClock(since, timeZone).toISOString().slice(0, 10);
  const name = join(folder, `relatorio-${day}`);
  const page = findPlace(`${name}.html`, refusals);
  const table = findPlace(`${name}.csv`, refusals);
  if (page.kind === "unfit") return page;
  if (table.kind === "unfit") return table;
  return { kind: "places", page: page.path, table: table.path };
}

const refusals = {
  published: (folder: string) =>
    `Um arquivo em ${folder}/ pode ir para a internet, e estes números são só seus. Escolha outra pasta, como exports/.`,
  exists: (file: string) =>
    `${file} já existe. Apague o relatório antigo, ou escolha outra pasta com --folder.`,
};
