import { inert } from "./escape.ts";

/** Excel takes UTF-8 for something else without it. */
export const byteOrderMark = "\uFEFF";

/**
 * What makes a spreadsheet calculate, at the start of a cell: https://owasp.org/www-community/attacks/CSV_Injection
 * Where the comma is the decimal mark, as in Brazil, Excel divides cells at semicolons: after one a cell starts too,
 * and quotes at its start are taken for ours.
 */
const formulaStart = /(^|;)(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/g;

/** A sign and digits calculate nothing: a number in E.164 stays one that can be dialled and imported. */
const bareNumber = /^\+\d{1,15}$/;

/** RFC 4180, with cells that only can be read. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(written).join(",")}\r\n`;
}

/** Most cells are empty. */
function written(cell: string): string {
  return cell === "" ? "" : quoted(inert(defused(cell)));
}

function defused(text: string): string {
  return bareNumber.test(text) ? text : text.replace(formulaStart, "$1'");
}

function quoted(text: string): string {
  return /[",;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
