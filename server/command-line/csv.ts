import { formatTime } from "#server/format.ts";
import { escapeForTerminal } from "./escape.ts";

/** The byte order mark at the beginning of a CSV file: without it, Excel does not read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/**
 * The beginnings of a cell that a spreadsheet takes for a formula:
 * https://owasp.org/www-community/attacks/CSV_Injection Where the comma is the decimal mark, as in Brazil, Excel also
 * begins a cell after each semicolon, and takes quotes at the beginning of this cell for the quotes of CSV.
 */
const formulaStart = /(^|;)(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g;

/** A plus sign and digits are no formula: a phone number in E.164 stays unchanged, and can be dialled and imported. */
const bareNumber = /^\+\d{1,15}$/;

/** Makes one line of CSV (RFC 4180), in which a spreadsheet takes no cell for a formula. */
export function csvLine(cells: readonly string[], separator: "," | ";" = ","): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

/** A text that Excel would read as a number or a date, and change: only a short whole number stays as it is. */
const numberOrDate = /^\+?[\d\s.,:/-]+$/;
const shortNumber = /^[1-9]\d{0,10}$/;

/** Writes a text so that Excel keeps every character: with a `'` before what it would read as a number or a date. */
export function excelText(text: string): string {
  return numberOrDate.test(text) && !shortNumber.test(text) ? `'${text}` : text;
}

/** Excel reads a time as a date only without its offset; the title of the column names the time zone. */
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
