import { formatTime } from "#server/format.ts";
import { escapeForTerminal } from "./escape.ts";

/** The byte order mark at the beginning of a CSV file: without it, Excel does not read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/**
 * The beginnings of a cell that a spreadsheet would run as a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection Where the comma is the decimal mark, as in Brazil, Excel also
 * starts a new cell after each semicolon, and reads quotes at the start of that cell as the quotes of CSV.
 */
const formulaStart = /(^|;)(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g;

/** A plus sign with digits is safe: a phone number in E.164 stays unchanged, and can be dialled and imported. */
const bareNumber = /^\+\d{1,15}$/;

/** Makes one line of CSV (RFC 4180). A spreadsheet runs no cell of the line as a formula. */
export function csvLine(cells: readonly string[], separator: "," | ";" = ","): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

/**
 * Matches a text that Excel would read as a number or a date, and change. Only a short whole number stays unchanged in
 * Excel.
 */
const numberOrDate = /^\+?[\d\s.,:/-]+$/;
const shortNumber = /^[1-9]\d{0,10}$/;

/**
 * Writes a text so that Excel keeps every character: a text that looks like a number or a date gets a `'` before it.
 */
export function excelText(text: string): string {
  return numberOrDate.test(text) && !shortNumber.test(text) ? `'${text}` : text;
}

/**
 * Writes a time without its UTC offset, because Excel reads a time with an offset as text. The column title names the
 * zone.
 */
export function excelTime(ms: number): string {
  return formatTime(ms).replace(/ \(.*$/, "");
}

function csvCell(cell: string): string {
  // Most cells are empty. Returning an empty cell at once saves three text replacements.
  return cell === "" ? "" : quote(escapeForTerminal(escapeFormula(cell)));
}

function escapeFormula(text: string): string {
  return bareNumber.test(text) ? text : text.replace(formulaStart, "$1'");
}

function quote(text: string): string {
  return /[",;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
