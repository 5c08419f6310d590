import { escapeForTerminal } from "./escape.ts";

/** Without this mark Excel does not read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

/**
 * The beginnings of a cell that make a spreadsheet calculate: https://owasp.org/www-community/attacks/CSV_Injection
 * Where the comma is the decimal mark, as in Brazil, Excel splits cells at semicolons: a cell begins after each
 * semicolon too, and Excel reads quotes at its beginning as the quotes of CSV.
 */
const formulaStart = /(^|;)(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g;

/** A sign and digits calculate nothing. So a number in E.164 stays unchanged, and can be dialled and imported. */
const bareNumber = /^\+\d{1,15}$/;

/** One line of CSV (RFC 4180). No cell is a formula for a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string): string {
  // Most cells are empty: this saves three replacements for each.
  return cell === "" ? "" : quote(escapeForTerminal(escapeFormula(cell)));
}

function escapeFormula(text: string): string {
  return bareNumber.test(text) ? text : text.replace(formulaStart, "$1'");
}

function quote(text: string): string {
  return /[",;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
