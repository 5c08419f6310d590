import { appendFile } from "node:fs/promises";
import { messages } from "#content/messages.ts";
import { type VisitSource, visitParameters } from "#lead/visit-source.ts";
import { deliveryStates, surfaceNames } from "#phrases/delivery-states.ts";
import { splitName } from "#server/active-campaign/contact.ts";
import {
  type Command,
  deriveForReading,
  done,
  failed,
  misused,
} from "#server/command-line/command.ts";
import { byteOrderMark, csvLine, excelText, excelTime } from "#server/command-line/csv.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { findPlace, writePrivateFile } from "#server/command-line/private-file.ts";
import { readSpan, timeForms } from "#server/command-line/times.ts";
import { formatCount, isoTime, timeZone } from "#server/format.ts";
import { type ExportedLead, exportedPages, hadUnsubscribedBefore } from "#server/store/leads.ts";
import { readVisits } from "#server/store/submissions.ts";

export const exportLeads: Command = {
  usage: "[<arquivo>] [--since <quando>] [--to <quando>] [--excel]",
  summary: "escreve todos os leads como CSV, num arquivo ou na saída padrão",
  details: [
    "Num arquivo: npm run leads -- export exports/leads.csv   (a pasta precisa existir; só o seu usuário lê o arquivo)",
    "Sem --excel: UTF-8, vírgulas, colunas em inglês e em ordem fixa. Com --excel: ponto e vírgula, colunas em português.",
    "Uma célula que a planilha calcularia ou mudaria começa com ' (um nome =1+1 fica '=1+1).",
  ],
  operands: { min: 0, max: 1 },
  options: {
    since: { type: "string", about: `inscritos a partir de: ${timeForms} (no fuso ${timeZone})` },
    to: { type: "string", about: "inscritos até; um dia vale até o fim dele" },
    excel: { type: "boolean", about: "para abrir no Excel em português com dois cliques" },
  },
  async run(context, input) {
    const [since, to] = [input.values.get("since"), input.values.get("to")];
    const span =
      since === undefined && to === undefined ? undefined : readSpan(since, to, context.clock());
    if (span?.kind === "mistake") return misused(escapeForTerminal(span.sentence));
    const io = await context.open();
    const { titles, cells, separator } = input.switches.has("excel") ? forExcel : forPrograms;
    let written = 0;
    const writeLeads = async (write: (text: string) => Promise<void>) => {
      await deriveForReading(io);
      await write(byteOrderMark + csvLine(titles, separator));
      for await (const page of exportedPages(io.database, span)) {
        const lines = page.map((lead) => csvLine(cells(readRow(lead)), separator));
        await write(lines.join(""));
        written += page.length;
      }
    };
    const [file] = input.operands;
    if (file === undefined) {
      await writeLeads(io.write);
      return done;
    }
    const place = findPlace(file);
    if (place.kind === "unfit") return failed(place.line);
    const shown = escapeForTerminal(place.path);
    await writePrivateFile(place.path, (part) => writeLeads((text) => appendFile(part, text)));
    await io.write(
      `Leads escritos em ${shown}: ${formatCount(written)}. Só o seu usuário pode ler o arquivo. Ele tem dados pessoais: apague-o quando não precisar mais.\n`,
    );
    return done;
  },
};

/** A lead with what several columns show of it. */
type Row = {
  lead: ExportedLead;
  firstName: string;
  lastName: string;
  visits: Record<"first" | "last", VisitSource | undefined>;
};

function readRow(lead: ExportedLead): Row {
  return {
    lead,
    ...splitName(lead.name),
    visits: {
      first: readVisits(lead.first?.source).first,
      last: readVisits(lead.last?.source).last,
    },
  };
}

/** A column of both files: its name and its cell for programs, its title and its cell for Excel in Portuguese. */
type Column = {
  name: string;
  plain: (row: Row) => string;
  title: string;
  excel: (row: Row) => string;
};

const sourceNames = [...visitParameters, "referrer"] as const;

/** Programs read the columns by position, so every column keeps its place, and new columns come at the end. */
const columns: readonly Column[] = [
  text("email", "E-mail", ({ lead }) => lead.email),
  text("name", "Nome completo", ({ lead }) => lead.name),
  text("whatsapp", "WhatsApp como foi digitado", ({ lead }) => lead.whatsapp),
  {
    name: "phone",
    title: "WhatsApp",
    plain: ({ lead }) => lead.phone ?? "",
    excel: ({ lead }) => excelText(showPhone(lead.phone ?? "")),
  },
  time("created_at", "Primeira inscrição", ({ lead }) => lead.created_at),
  time("updated_at", "Última inscrição", ({ lead }) => lead.updated_at),
  {
    name: "surface",
    title: "Formulário",
    plain: ({ lead }) => lead.last?.surface ?? "",
    excel: ({ lead }) => (lead.last === undefined ? "" : surfaceNames[lead.last.surface]),
  },
  sentence("wording", "Frase mostrada", ({ lead }) => lead.last?.wording),
  ...visitColumns("first", "primeira"),
  ...visitColumns("last", "última"),
  {
    name: "state",
    title: "Entrega",
    plain: ({ lead }) => lead.state ?? "",
    excel: ({ lead }) => (lead.state === null ? "" : deliveryStates[lead.state]),
  },
  text("first_name", "Nome", ({ firstName }) => firstName),
  text("last_name", "Sobrenome", ({ lastName }) => lastName),
  sentence("consent_wording", "Consentimento", ({ lead }) => lead.consentWording),
  time("consented_at", "Consentimento em", ({ lead }) => lead.consented_at),
  mark("had_unsubscribed", "Tinha se descadastrado", ({ lead }) => hadUnsubscribedBefore(lead)),
  mark("wants_next", "Quer saber da próxima aula", ({ lead }) => lead.wants_next === 1),
];

const forPrograms = {
  titles: columns.map(({ name }) => name),
  cells: (row: Row) => columns.map(({ plain }) => plain(row)),
  separator: ",",
} as const;
const forExcel = {
  titles: columns.map(({ title }) => title),
  cells: (row: Row) => columns.map(({ excel }) => excel(row)),
  separator: ";",
} as const;

function text(name: string, title: string, cell: (row: Row) => string): Column {
  return { name, title, plain: cell, excel: (row) => excelText(cell(row)) };
}

function visitColumns(which: "first" | "last", inPortuguese: string): Column[] {
  return sourceNames.map((source) =>
    text(
      `${which}_${source}`,
      `${source} (${inPortuguese} visita)`,
      ({ visits }) => visits[which]?.[source] ?? "",
    ),
  );
}

function time(name: string, title: string, cell: (row: Row) => number | null): Column {
  const shown = (row: Row, format: (ms: number) => string) => {
    const ms = cell(row);
    return ms === null ? "" : format(ms);
  };
  return {
    name,
    title: `${title} (horário de ${timeZone})`,
    plain: (row) => shown(row, isoTime),
    excel: (row) => shown(row, excelTime),
  };
}

/** A sentence that the person saw: for programs its key, for Excel the exact words of the page. */
function sentence(
  name: string,
  title: string,
  cell: (row: Row) => string | null | undefined,
): Column {
  const plain = (row: Row) => cell(row) ?? "";
  return { name, title, plain, excel: (row) => excelText(sentences.get(plain(row)) ?? plain(row)) };
}

const sentences: ReadonlyMap<string, string> = new Map(Object.entries(messages.wordings.texts));

function mark(name: string, title: string, cell: (row: Row) => boolean): Column {
  return {
    name,
    title,
    plain: (row) => (cell(row) ? "yes" : ""),
    excel: (row) => (cell(row) ? "sim" : ""),
  };
}

/**
 * Writes a Brazilian number as `(11) 98765-4321`, which Excel keeps as a text. From `+5511987654321` it would make the
 * number 5,51199E+12.
 */
function showPhone(phone: string): string {
  return phone.replace(/^\+55(\d\d)(\d{4,5})(\d{4})$/, "($1) $2-$3");
}
