import { html } from "hono/html";
import { door } from "#phrases/panel/door.ts";
import { panel } from "#phrases/panel/panel.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { type Html, panelDocument } from "./panel-document.ts";

/** The page of a link to the panel. Only its button uses the link up: a chat that previews the link does not press it. */
export function renderEntry({ code }: { code: string }): string {
  const { title, sentence, button } = door.entry;
  return messagePage(
    title,
    html`<p>${sentence}</p>
<form method="post" action="${panelPaths.entry}/${code}"><button class="button">${button}</button></form>`,
  );
}

type Notice = { title: string; sentence: string; command?: string };

/** A page that says why the panel is not shown, and which command helps. */
export function renderNotice({ title, sentence, command }: Notice): string {
  return messagePage(title, html`<p>${sentence}</p>${command && commandLine(command)}`);
}

type Confirmation = {
  question: string;
  sentence: string;
  /** The address to which the form is sent. */
  action: string;
  /** The hidden fields of the form. */
  fields?: Readonly<Record<string, string>>;
  /** The words on the button. */
  label: string;
};

/** The page that asks before something is changed. */
export function renderConfirmation(asked: Confirmation): string {
  const { question, sentence, action, fields = {}, label } = asked;
  return messagePage(
    question,
    html`<p>${sentence}</p>
<form class="message__choice" method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button">${label}</button>
<a class="button button--quiet" href="${panelPaths.panel}">${door.cancel}</a>
</form>`,
  );
}

/** The page after an action that did not work. */
export function renderFailure({ sentence, command }: Omit<Notice, "title">): string {
  return messagePage(
    door.failures.title,
    html`<p>${sentence}</p>${command && commandLine(command)}
<p><a class="button button--quiet" href="${panelPaths.panel}">${door.back}</a></p>`,
  );
}

function messagePage(title: string, body: Html): string {
  return panelDocument({
    title: panel.title(title),
    body: html`<main class="message lit">
<p class="message__name">${panel.name}</p>
<h1 class="message__title">${title}</h1>
${body}
</main>`,
  });
}

function commandLine(command: string): Html {
  return html`<p><code class="command">${command}</code></p>`;
}
