import type { FakeContact } from "./account.ts";
import type { Batch } from "./importer.ts";
import { countSince, peakPerSecond } from "./limits.ts";
import type { FakeRequest } from "./server.ts";

const maxRows = 50;

type Shown = { contacts: FakeContact[]; batches: Batch[]; requests: FakeRequest[] };

/** A page that shows the operator what reached the fake ActiveCampaign account. It reloads itself. */
export function showPage({ contacts, batches, requests }: Shown, now: number): string {
  const counts = {
    contatos: contacts.length,
    "pedidos no último segundo": countSince(requests, 1_000, now),
    "pedidos no último minuto": countSince(requests, 60_000, now),
    "o maior número de pedidos num segundo": peakPerSecond(requests),
    "todos os pedidos": requests.length,
  };
  const shown = Object.entries(counts).map(
    ([name, count]) => `<div><dt>${name}</dt><dd>${count}</dd></div>`,
  );
  return [
    head,
    `<dl>${shown.join("")}</dl>`,
    table(
      "Contatos",
      ["id", "e-mail", "nome", "telefone", "listas", "tags", "campos"],
      contacts,
      (one) => [
        one.id,
        one.email,
        `${one.firstName ?? ""} ${one.lastName ?? ""}`.trim(),
        one.phone ?? "",
        Object.entries(one.lists)
          .map(([list, status]) => (status === 1 ? list : `${list} (descadastrado)`))
          .join(", "),
        one.tags.join(", "),
        Object.values(one.fields).join(", "),
      ],
    ),
    table(
      "Importações",
      ["id", "contatos", "estado", "importados", "com falha"],
      batches,
      (one) => [
        one.id,
        `${one.contacts.length}`,
        one.status,
        `${one.success.length}`,
        `${one.failure.length}`,
      ],
    ),
    table("Pedidos", ["quando (UTC)", "método", "caminho", "resposta"], requests, (one) => [
      new Date(one.at).toISOString().slice("2026-01-01T".length, -1),
      one.method,
      one.path,
      one.status === 0 ? "sem resposta" : `${one.status}`,
    ]),
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

/** A table with its newest row first. */
function table<Row>(title: string, names: string[], rows: Row[], cells: (row: Row) => string[]) {
  if (rows.length === 0) return `<h2>${title}</h2><p>Nada ainda.</p>`;
  const shown = rows.slice(-maxRows).reverse().map(cells);
  const caption = `<h2>${title}: ${shown.length} de ${rows.length}, os mais novos primeiro</h2>`;
  const body = shown.map((row) => rowOf("td", row)).join("\n");
  return `${caption}<table><thead>${rowOf("th", names)}</thead><tbody>${body}</tbody></table>`;
}

function rowOf(tag: "th" | "td", texts: string[]): string {
  return `<tr>${texts.map((text) => `<${tag}>${escaped(text)}</${tag}>`).join("")}</tr>`;
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
