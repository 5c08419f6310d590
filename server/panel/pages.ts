import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { renderSVG } from "uqr";
import type { Phase } from "#event/phase.ts";
import { minuteMs } from "#event/time-zone.ts";
import { commandLine } from "#phrases/command-line.ts";
import { names } from "#phrases/names.ts";
import { type Answer, type Field, titleOf, type Warning } from "#server/actions/action.ts";
import { formatTime, isoTime } from "#server/format.ts";
import { commonHeaders, forOneRequest, permissionsPolicy } from "#server/pages/security.ts";
import { panelPaths, pathOf } from "./addresses.ts";
import rules from "./panel.css?inline";
import { buttonLinks, command, type Html } from "./parts.ts";

/** The bytes inside the only `<style>` of each page of the panel: its Content-Security-Policy names their hash. */
const panelStyles: string = rules.trim();

export const panelName = "Painel da Black AHSD";
export const previewName = "Ver a página em outro momento";

/** A whole page of the panel. It holds no script, and loads nothing but the fonts and the icon of the site. */
export function panelPage({ title, body }: { title: string; body: Html }): string {
  return String(html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>${title} | Painel</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(panelStyles)}</style>
</head>
<body>
${body}
</body>
</html>
`);
}

const newLink = `${commandLine.call} panel`;
const back = html`<a class="button button--quiet" href="${panelPaths.panel}">Voltar ao painel</a>`;

type Words = { title?: string; sentence: string; helpful?: string };
type Notice = Words & { status: number };

/** The texts that say why the panel is not shown, or why nothing was done, and which command helps. */
export const notices = {
  notSignedIn: {
    status: 401,
    title: "Este aparelho não está no painel",
    sentence: "Para entrar, faça um link no servidor com este comando, e abra o link aqui:",
    helpful: newLink,
  },
  unusable: {
    status: 403,
    title: "Este link não vale",
    sentence:
      "Cada link vale uma vez, por dez minutos. Este já foi usado, venceu, foi encerrado ou está incompleto. Para fazer outro, rode:",
    helpful: newLink,
  },
  tooMany: {
    status: 429,
    title: "Foram muitas tentativas",
    sentence: "Espere alguns minutos e tente de novo. Se o link já venceu, faça outro:",
    helpful: newLink,
  },
  storeFails: {
    status: 503,
    title: "O banco de dados não responde",
    sentence: "Tente de novo em alguns segundos. Para saber a causa, rode no servidor:",
    helpful: `${commandLine.call} doctor`,
  },
  signedOut: {
    status: 200,
    title: "Você saiu do painel",
    sentence: "Este aparelho não vê mais o painel. Para entrar de novo, faça outro link:",
    helpful: newLink,
  },
  otherSite: {
    status: 403,
    sentence: "O pedido não veio do painel. Abra o painel e tente de novo.",
  },
  readOnly: {
    status: 403,
    sentence: "Este acesso ao painel é só para ver. Peça um link que também possa mudar.",
  },
  unknown: { status: 404, sentence: "Esta ação não existe. Volte ao painel." },
} as const satisfies Record<string, Notice>;

/** The headers of each page of the panel, which protect it. */
export function panelHeaders(siteUrl: string): Readonly<Record<string, string>> {
  return {
    ...commonHeaders,
    ...forOneRequest,
    // With `no-referrer` browsers send `Origin: null` with the panel's own forms, and the panel would refuse such
    // forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": permissionsPolicy,
    "Content-Security-Policy": policy(siteUrl),
  };
}

function policy(siteUrl: string): string {
  const hash = createHash("sha256").update(panelStyles).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/**
 * The page of a link to the panel. Only its button uses the link up: a chat that previews the link does not press it. The
 * form has no address, so it is sent to this very page, and nothing that a visitor wrote can lead it elsewhere.
 */
export function entryPage(): string {
  return messagePage(
    "Entrar no painel",
    html`<p>Este link vale uma vez. Depois de entrar, este aparelho vê o painel por 12 horas, ou até você sair.</p>
<form method="post"><button class="button">Entrar</button></form>`,
  );
}

/**
 * The page on which the operator chooses the time of a preview. The field first contains ten minutes before the class.
 */
export function previewPage(start: number, phases: readonly Phase[]): string {
  const proposed = isoTime(start - 10 * minuteMs).slice(0, "2026-11-11T19:50".length);
  const links = phases.map((phase) => ({
    href: `${panelPaths.preview}?momento=${phase}`,
    text: names.phases[phase],
  }));
  return messagePage(
    previewName,
    html`<p>Você vê a página como ela será, ou foi. Para os visitantes nada muda, e a visita não é contada; o que você enviar vale.</p>
${buttonLinks(links)}
<form class="question row" action="${panelPaths.preview}">
<label>Data e hora, no horário da aula <input type="datetime-local" name="quando" value="${proposed}" required></label>
<button class="button">Ver a página</button>
${back}
</form>`,
  );
}

type Question = Answer & {
  warning?: Warning | undefined;
  /** The sentence about a wrong value that the operator has typed. */
  mistake?: string | undefined;
};

/** The page that asks the operator to confirm an action, and to type the values that are not known yet. */
export function questionPage(question: Question): string {
  const { action, values, warning, mistake } = question;
  const title = titleOf(question);
  const isAsked = ({ name }: Field) => mistake !== undefined || values[name] === undefined;
  const known = action.fields.filter((field) => !isAsked(field));
  const named = known.filter(({ name }) => !action.title.includes(`{${name}}`));
  const inputs = action.fields.filter(isAsked).map(
    ({ name, label, input, isOptional }) =>
      html`<label>${label}${isOptional && " (opcional)"} <input type="${input === "number" ? "text" : input}"${input === "number" && html` inputmode="numeric"`} name="${name}" value="${values[name] ?? ""}"${!isOptional && html` required`}></label>
`,
  );
  return messagePage(
    `${title}?`,
    html`${
      mistake &&
      html`<p class="note" data-state="trouble" role="alert">${mistake}</p>
`
    }<p>${action.sentence}</p>
${named.map(
  ({ name, label }) => html`<p>${label}: <strong>${values[name]}</strong></p>
`,
)}${
  warning &&
  html`<p data-state="trouble">${warning.sentence}</p>
`
}<form class="question row" method="post" action="${pathOf(action)}">
${known.map(
  ({ name }) => html`<input type="hidden" name="${name}" value="${values[name]}">
`,
)}${
  warning &&
  html`<input type="hidden" name="${agreedField}" value="1">
`
}${inputs}<button class="button">${title}</button>
<a class="button button--quiet" href="${panelPaths.panel}">Não mudar nada</a>
</form>`,
  );
}

/** The form field that says that the operator has read the warning. */
export const agreedField = "agreed";

/** The page with a link for another device: the link is shown once, and stored nowhere. */
export function linkPage(link: string, { mayWrite, until }: { mayWrite: boolean; until: number }) {
  const right = mayWrite
    ? "Quem o abre pode mudar tudo o que você pode: mostre-o só a quem é da equipe."
    : "Quem o abre só pode ver.";
  return messagePage(
    "Link para outro aparelho",
    html`<p>Aponte a câmera do outro aparelho, ou copie o link. Ele vale uma vez, até ${formatTime(until)}. ${right}</p>
<p class="qr">${raw(renderSVG(link, { border: 2 }))}</p>
<p>${command(link)}</p>
<p>${back}</p>`,
  );
}

/** The page that says why the panel is not shown, or why nothing was changed. */
export function noticePage({ title = "Nada mudou", sentence, helpful }: Words): string {
  return messagePage(title, html`<p>${sentence}</p><p>${helpful ? command(helpful) : back}</p>`);
}

function messagePage(title: string, body: Html): string {
  const page = html`<main class="message column">
<p>${panelName}</p>
<h1>${title}</h1>
${body}
</main>`;
  return panelPage({ title, body: page });
}
