import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "#content/launch.ts";
import { wallClock } from "#event/time-zone.ts";
import { report as phrases } from "#phrases/commands/report.ts";
import {
  type Command,
  type CommandInput,
  done,
  failed,
} from "#server/commands/command-line/command.ts";
import { readSpan, spanOptions } from "#server/commands/command-line/span-options.ts";
import { deriveForReading } from "#server/commands/derive-for-reading.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { timeZone } from "#server/commands/printing/text.ts";
import { findPlace, writePrivateFile } from "#server/commands/private-file.ts";
import { readReport } from "#server/panel/figures/read-report.ts";
import { renderReport } from "#server/panel/look/render-report.ts";
import { overrideOf, readEvent } from "#server/store/event/read-event.ts";
import { reportCsv } from "./report-csv.ts";
import { reportSpan } from "./report-span.ts";

/** The folder whose files no commit takes up. */
const usualFolder = "exports";

export const report: Command = {
  needs: "database",
  usage: "[--since <quando>] [--to <quando>] [--folder <pasta>]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    ...spanOptions,
    folder: { type: "string", about: phrases.options.folder },
  },
  async run(io, input) {
    const now = io.clock();
    const given = readSpan(input, now);
    if (given.kind === "misused") return given;
    const override = overrideOf((await readEvent(io.database)).hand);
    const { event } = launch;
    const found = reportSpan(given, { now, event, override });
    if (found.kind === "refused") return failed(found.line);
    const places = findPlaces(input, found.span.since);
    if (places.kind === "unfit") return failed(places.line);
    await deriveForReading(io);
    const figures = await readReport({ database: io.database, event, override }, found.span, now);
    const { page, table } = places;
    await writePrivateFile(page, (write) => write(renderReport(figures)));
    await writePrivateFile(table, (write) => write(reportCsv(figures)));
    await io.write(phrases.written(escapeForTerminal(page), escapeForTerminal(table)));
    return done;
  },
};

type Places = { kind: "places"; page: string; table: string } | { kind: "unfit"; line: string };

/** The places of both files, before one of them is written. They are called after the day of the report. */
function findPlaces({ values }: CommandInput, since: number): Places {
  const folder = values.get("folder") ?? usualFolder;
  if (folder === usualFolder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const day = wallClock(since, timeZone).toISOString().slice(0, 10);
  const name = join(folder, phrases.fileName(day));
  const page = findPlace(`${name}.html`, phrases);
  const table = findPlace(`${name}.csv`, phrases);
  if (page.kind === "unfit") return page;
  if (table.kind === "unfit") return table;
  return { kind: "places", page: page.path, table: table.path };
}
