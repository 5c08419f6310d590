import { exportLeads as phrases } from "#phrases/commands/export.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import {
  closeSpan,
  type GivenSpan,
  readSpan,
  spanOptions,
} from "#server/commands/command-line/span-options.ts";
import { deriveForReading } from "#server/commands/derive-for-reading.ts";
import { byteOrderMark, csvLine } from "#server/commands/printing/csv.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { exportedPages } from "#server/store/leads/leads.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import { excelColumns } from "./excel-columns.ts";
import { couldBeCommitted, findPlace } from "./file-place.ts";
import { plainColumns } from "./plain-columns.ts";
import { writePrivateFile } from "./private-file.ts";

export const exportLeads: Command = {
  needs: "database",
  usage: "[<arquivo>] [--since <quando>] [--to <quando>] [--excel]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 1 },
  options: {
    ...spanOptions,
    excel: { type: "boolean", about: phrases.options.excel },
  },
  async run(io, input) {
    const given = readSpan(input, io.clock());
    if (given.kind === "misused") return given;
    const { operands, switches } = input;
    const [file] = operands;
    const produce = (write: (text: string) => Promise<void>) =>
      writeLeads(io, { span: spanOf(given), excel: switches.has("excel") }, write);
    if (file !== undefined) return writeFile(io, file, produce);
    await produce(io.write);
    return done;
  },
};

function spanOf(given: GivenSpan): Span | undefined {
  return given.since === undefined && given.to === undefined ? undefined : closeSpan(given);
}

/** Writes the lines of all leads, and returns how many leads there were. */
type Produce = (write: (text: string) => Promise<void>) => Promise<number>;

async function writeFile(
  { note, write }: WithDatabase,
  file: string,
  produce: Produce,
): Promise<CommandOutcome> {
  const place = findPlace(file);
  if (place.kind === "unfit") return failed(place.line);
  const shown = escapeForTerminal(place.path);
  if (await couldBeCommitted(place.path)) note(phrases.notIgnored(shown));
  let written = 0;
  await writePrivateFile(place.path, async (writeText) => {
    written = await produce(writeText);
  });
  await write(phrases.written(formatCount(written), shown));
  return done;
}

async function writeLeads(
  io: WithDatabase,
  { span, excel }: { span: Span | undefined; excel: boolean },
  write: (text: string) => Promise<void>,
): Promise<number> {
  await deriveForReading(io);
  const progress = createProgress(io, phrases.progress);
  const { titles, cells } = excel ? excelColumns : plainColumns;
  const line = (row: readonly string[]) => csvLine(row, excel ? ";" : ",");
  await write(byteOrderMark + line(titles));
  let written = 0;
  for await (const page of exportedPages(io.database, span)) {
    await write(page.map((lead) => line(cells(lead))).join(""));
    written += page.length;
    progress(written);
  }
  return written;
}
