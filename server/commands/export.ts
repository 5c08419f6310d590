import { appendFile } from "node:fs/promises";
import { messages } from "#content/messages.ts";
import { visitParameters } from "#lead/visit-source.ts";
import { deliveryStates, surfaceNames } from "#phrases/delivery-states.ts";
import { splitName } from "#server/active-campaign/contact.ts";
import { type Command, deriveForReading, done, failed } from "#server/command-line/command.ts";
import { byteOrderMark, csvLine, excelText, excelTime } from "#server/command-line/csv.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { findPlace, writePrivateFile } from "#server/command-line/private-file.ts";
import { formatCount, isoTime, timeZone } from "#server/format.ts";
import { type ExportedLead, exportedPages, hadUnsubscribedBefore } from "#server/store/leads.ts";
import { readVisits } from "#server/store/submissions.ts";

export const exportLeads: Command = {
  usage: "[<arquivo>] [--excel]",
  summary: "escreve todos os leads como CSV, num arquivo ou na saída padrão",
  details: [
    "Num arquivo: npm run leads -- export exports/leads.csv   (a pasta precisa existir; só o seu usuário lê o arquivo)",
    "Sem --excel: UTF-8, vírgulas, colunas em inglês e em ordem fixa. Com --excel: ponto e vírgula, colunas em português.",
    "Uma célula que a planilha calcularia ou mudaria começa com ' (um nome =1+1 fica '=1+1).",
  ],
  operands: { min: 0, max: 1 },
  options: {
    excel: { type: "boolean", about: "para abrir no Excel em português com dois cliques" },
  },
  async run(context, input) {
    const io = await context.open();
    const isForExcel = input.switches.has("excel");
    const separator = isForExcel ? ";" : ",";
    const titles = columns.map(({ name, title }) => (isForExcel ? title : name));
    const form = isForExcel ? forExcel : forPrograms;
    let written = 0;
    const writeLeads = async (write: (text: string) => Promise<void>) => {
      await deriveForReading(io);
      await write(byteOrderMark + csvLine(titles, separator));
      for await (const page of exportedPages(io.database)) {
        const lines = page.map((lead) => csvLine(cellsOf(lead, form), separator));
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

/**
 * A column of both exported files. `name` is for programs, `title` is for Excel, in Portuguese. A value that is a
 * number is a time.
 */
type Column = {
  name: string;
  title: string;
  read: (lead: ExportedLead) => string | number | boolean | null | undefined;
  /** Makes the text that Excel shows instead of the stored text. */
  shown: (text: string) => string;
};

/** The Portuguese texts for the codes in the store. A sentence that the person saw has the exact words of the page. */
const words: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...surfaceNames, ...deliveryStates, ...messages.wordings.texts }),
);
const inZone = `(horário de ${timeZone})`;
const sourceNames = [...visitParameters, "referrer"] as const;

/** Programs read the columns by position: each column keeps its position, and new columns are added at the end. */
const columns: readonly Column[] = [
  column("email", "E-mail", ({ email }) => email),
  column("name", "Nome completo", ({ name }) => name),
  column("whatsapp", "WhatsApp como foi digitado", ({ whatsapp }) => whatsapp),
  column("phone", "WhatsApp", ({ phone }) => phone, showPhone),
  column("created_at", `Primeira inscrição ${inZone}`, ({ created_at }) => created_at),
  column("updated_at", `Última inscrição ${inZone}`, ({ updated_at }) => updated_at),
  column("surface", "Formulário", ({ last }) => last?.surface, inWords),
  column("wording", "Frase mostrada", ({ last }) => last?.wording, inWords),
  ...sourceNames.map((name) =>
    column(
      `first_${name}`,
      `${name} (primeira visita)`,
      ({ first }) => readVisits(first?.source).first?.[name],
    ),
  ),
  ...sourceNames.map((name) =>
    column(
      `last_${name}`,
      `${name} (última visita)`,
      ({ last }) => readVisits(last?.source).last?.[name],
    ),
  ),
  column("state", "Entrega", ({ state }) => state, inWords),
  column("first_name", "Nome", ({ name }) => splitName(name).firstName),
  column("last_name", "Sobrenome", ({ name }) => splitName(name).lastName),
  column("consent_wording", "Consentimento", ({ consentWording }) => consentWording, inWords),
  column("consented_at", `Consentimento em ${inZone}`, ({ consented_at }) => consented_at),
  column("had_unsubscribed", "Tinha se descadastrado", hadUnsubscribedBefore),
  column("wants_next", "Quer saber da próxima aula", ({ wants_next }) => wants_next === 1),
];

function column(
  name: string,
  title: string,
  read: Column["read"],
  shown = (text: string) => text,
): Column {
  return { name, title, read, shown };
}

/** How one of the two files (for programs or for Excel) writes its cells. */
type Form = {
  time: (ms: number) => string;
  yes: string;
  text: (text: string, column: Column) => string;
};

const forPrograms: Form = { time: isoTime, yes: "yes", text: (text) => text };
const forExcel: Form = {
  time: excelTime,
  yes: "sim",
  text: (text, { shown }) => excelText(shown(text)),
};

function cellsOf(lead: ExportedLead, { time, yes, text }: Form): string[] {
  return columns.map((column) => {
    const value = column.read(lead) ?? false;
    if (typeof value === "number") return time(value);
    if (typeof value === "string") return text(value, column);
    return value ? yes : "";
  });
}

function inWords(code: string): string {
  return words.get(code) ?? code;
}

/**
 * Writes a Brazilian number as `(11) 98765-4321`, which Excel keeps as a text. Excel would change `+5511987654321` to
 * the number 5,51199E+12.
 */
function showPhone(phone: string): string {
  return phone.replace(/^\+55(\d\d)(\d{4,5})(\d{4})$/, "($1) $2-$3");
}
