import type { Account, FakeContact } from "./account.ts";
import type { Batch } from "./importer.ts";
import { countSince, peakPerSecond } from "./limits.ts";
import type { FakeRequest } from "./server.ts";

const maxRows = 50;

/** A page that shows the operator what reached the fake ActiveCampaign account. It reloads itself. */
export function showPage(shown: {
  account: Account;
  requests: FakeRequest[];
  now: number;
}): string {
  const { account, requests, now } = shown;
  const { contacts, batches } = account;
  return [
    head,
    facts({
      contatos: contacts.length,
      "pedidos no último segundo": countSince(requests, 1_000, now),
      "pedidos no último minuto": countSince(requests, 60_000, now),
      "o maior número de pedidos num segundo": peakPerSecond(requests),
      "todos os pedidos": requests.length,
    }),
    table(
      "Contatos",
      ["id", "e-mail", "nome", "telefone", "listas", "tags"],
      contacts,
      contactCells,
    ),
    table(
      "Importações",
      ["id", "contatos", "estado", "importados", "com falha", "automações"],
      batches,
      batchCells,
    ),
    table("Pedidos", ["quando (UTC)", "método", "caminho", "resposta"], requests, requestCells),
  ].join("\n");
}

/** The empty icon keeps the browser from asking for one: that request would count towards the rate limit. */
const head = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<link rel="icon" href="data:,">
<title>ActiveCampaign de teste</title>
<style>
  body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
  dl { display: flex; flex-wrap: wrap; gap: 1rem 2rem; }
  dd { font-size: 2rem; font-variant-numeric: tabular-nums; margin: 0; }
  table { border-collapse: collapse; width: 100%; }
  th, td { border-top: 1px solid #ccc; overflow-wrap: anywhere; padding: 0.25rem 0.5rem 0.25rem 0; text-align: left; vertical-align: top; }
  th { overflow-wrap: normal; }
</style>
<h1>ActiveCampaign de teste</h1>`;

function facts(counts: Record<string, number>): string {
  const shown = Object.entries(counts).map(
    ([name, count]) => `<div><dt>${escaped(name)}</dt><dd>${count}</dd></div>`,
  );
  return `<dl>${shown.join("")}</dl>`;
}

/** A table of the fake's page, with its newest row first. */
function table<Row>(title: string, names: string[], rows: Row[], cells: (row: Row) => string[]) {
  const shown = rows.slice(-maxRows).reverse().map(cells);
  const caption = `<h2>${title}: ${shown.length} de ${rows.length}, os mais novos primeiro</h2>`;
  const body = shown.map((row) => cellsOf("td", row)).join("\n");
  return rows.length === 0
    ? `<h2>${title}</h2><p>Nada ainda.</p>`
    : `${caption}<table><thead>${cellsOf("th", names)}</thead><tbody>${body}</tbody></table>`;
}

function cellsOf(tag: "th" | "td", texts: string[]): string {
  return `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
}

function contactCells(contact: FakeContact): string[] {
  const { id, email, firstName = "", lastName = "", phone = "", tags } = contact;
  const lists = Object.entries(contact.lists).map(
    ([list, status]) => `${list}${status === 1 ? "" : " (descadastrado)"}`,
  );
  return [id, email, `${firstName} ${lastName}`.trim(), phone, lists.join(", "), tags.join(", ")];
}

function batchCells({ id, contacts, status, success, failure, runsAutomations }: Batch): string[] {
  const numbers = [contacts.length, success.length, failure.length].map(String);
  const [all = "", imported = "", failed = ""] = numbers;
  return [id, all, status, imported, failed, runsAutomations ? "rodam" : "não rodam"];
}

function requestCells({ at, method, path, status }: FakeRequest): string[] {
  const time = new Date(at).toISOString().slice("2026-01-01T".length, -1);
  return [time, method, path, status === 0 ? "sem resposta" : String(status)];
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
