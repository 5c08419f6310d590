import { renderUnicodeCompact } from "uqr";
import { commandLine } from "#phrases/command-line.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { isOnThisMachine } from "#server/config.ts";
import { formatTime } from "#server/format.ts";
import { recordAction } from "#server/store/action-log.ts";
import {
  linkMs,
  listOpenKeys,
  makePanelLink,
  type OpenKey,
  revokePanelKeys,
  sessionCookieOf,
} from "./keys.ts";

const call = `${commandLine.call} panel`;

export const panel: Command = {
  usage: "[--read-only | --list | --revoke <n>|all]",
  summary: "mostra um link para entrar no painel da noite, /painel",
  details: [
    "O link vale uma vez, por 10 minutos. O aparelho que o abre vê o painel por 12 horas, sem senha. Quem abre o link pode",
    "também mudar a aula, a sala, os grupos e as entregas; com --read-only, só olhar.",
    "O painel só tem somas: nenhum nome, e-mail ou telefone. Veja docs/operacao/painel.md.",
  ],
  options: {
    "read-only": { type: "boolean", about: "o link só deixa ver, para a equipe" },
    list: { type: "boolean", about: "mostra os links que ainda valem e as sessões abertas" },
    revoke: {
      type: "string",
      about: "encerra o link ou a sessão com este número, ou, com all, todos",
    },
  },
  async run(context, { switches, values }) {
    if (switches.size + values.size > 1)
      return misused("Escreva só uma opção: --read-only, --list ou --revoke.");
    const io = await context.open();
    const revoked = values.get("revoke");
    if (revoked !== undefined) return revoke(io, revoked);
    return switches.has("list") ? list(io) : makeLink(io, !switches.has("read-only"));
  },
};

async function makeLink(io: WithDatabase, mayWrite: boolean): Promise<CommandOutcome> {
  const { database, clock, config, isTerminal, write } = io;
  const { siteUrl } = config;
  if (sessionCookieOf(siteUrl) === undefined)
    return failed(
      `SITE_URL é ${siteUrl}: sem HTTPS, o que abre o painel passaria aberto pela rede. Ponha o site em HTTPS, escreva em SITE_URL o endereço com https:// e reinicie o servidor.`,
    );
  const now = clock();
  const link = await makePanelLink(database, { mayWrite, now, siteUrl });
  const until = formatTime(now + linkMs);
  await write(
    `Abra este link no aparelho em que quer ver o painel. Ele vale uma vez, até ${until}:\n\n  ${link}\n\n`,
  );
  if (isOnThisMachine(siteUrl))
    await write("Este link só abre nesta máquina, porque SITE_URL é um endereço dela.\n");
  else if (isTerminal)
    await write(`Ou aponte para aqui a câmera do celular:\n\n${qrCode(link)}\n\n`);
  const right = mayWrite
    ? "Quem abrir o link pode mudar a aula, a sala, os grupos e as entregas: não o mande a ninguém mais."
    : "Quem abrir o link só pode ver.";
  await write(`${right}\nPara ver e encerrar os acessos: ${call} --list\n`);
  return done;
}

/** The QR code sets its own colours: a camera reads dark squares on a light ground, but most terminals are dark. */
function qrCode(text: string): string {
  const lines = renderUnicodeCompact(text, { border: 2 }).trimEnd().split("\n");
  return lines.map((line) => `\u001b[97;40m${line}\u001b[0m`).join("\n");
}

async function list({ database, clock, write }: WithDatabase): Promise<CommandOutcome> {
  const now = clock();
  const keys = await listOpenKeys(database, now);
  if (keys.length === 0) await write("Nenhum link vale agora, e nenhuma sessão está aberta.\n");
  for (const key of keys) await write(`${describeKey(key)}\n`);
  if (keys.length > 0)
    await write(
      `\nPara encerrar um deles: ${call} --revoke <número>   Para encerrar todos: ${call} --revoke all\n`,
    );
  return done;
}

function describeKey({ id, kind, mayWrite, since, until }: OpenKey): string {
  const right = mayWrite ? "pode mudar" : "só para ver";
  const what = kind === "link" ? "link ainda não usado" : "sessão aberta";
  return `${id}: ${what}, ${right}, de ${formatTime(since)} até ${formatTime(until)}.`;
}

async function revoke(io: WithDatabase, text: string): Promise<CommandOutcome> {
  const { database, clock, write } = io;
  const isAll = text === "all";
  const found = await revokePanelKeys(
    database,
    isAll ? "all" : Number(/^\d{1,9}$/.exec(text) ?? 0),
  );
  if (found === 0 && !isAll)
    return failed(
      `Nenhum link e nenhuma sessão tem o número ${escapeForTerminal(text)}. Para ver os números: ${call} --list`,
    );
  const at = clock();
  await recordAction(database, { at, action: "panel revoked", detail: text });
  await write(
    isAll
      ? "Todos os links e todas as sessões foram encerrados.\n"
      : "Encerrado. O painel não abre mais ali.\n",
  );
  return done;
}
