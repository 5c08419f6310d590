import { renderUnicodeCompact } from "uqr";
import { minuteMs } from "#event/time-zone.ts";
import { panel as phrases } from "#phrases/commands/panel.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { isLoopback, sessionCookieOf } from "#server/panel/session-cookie.ts";
import { recordDeed } from "#server/store/panel/deeds.ts";
import {
  addPanelKey,
  linkMs,
  listOpenKeys,
  type OpenKey,
  revokePanelKeys,
  sessionMs,
} from "#server/store/panel/panel-keys.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "./command-line/command.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatTime } from "./printing/text.ts";

export const panel: Command = {
  needs: "database",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    "read-only": { type: "boolean", about: phrases.options.readOnly },
    list: { type: "boolean", about: phrases.options.list },
    revoke: { type: "string", about: phrases.options.revoke },
  },
  async run(io, { switches, values }) {
    if (switches.size + values.size > 1) return misused(phrases.oneOption);
    const revoked = values.get("revoke");
    if (revoked !== undefined) return revoke(io, revoked);
    return switches.has("list") ? list(io) : makeLink(io, !switches.has("read-only"));
  },
};

async function makeLink(io: WithDatabase, mayWrite: boolean): Promise<CommandOutcome> {
  const { database, databaseClock, config, isTerminal, write } = io;
  const { siteUrl } = config;
  if (sessionCookieOf(siteUrl) === undefined) return failed(phrases.noTls(siteUrl));
  const now = await databaseClock(database);
  const { id, secret } = await addPanelKey(database, { mayWrite, now });
  const detail = mayWrite ? undefined : "read-only";
  await recordDeed(database, { at: now, deed: "panel link", detail, panelKey: id });
  const link = `${siteUrl}${panelPaths.entry}/${secret}`;
  await write(`${phrases.link(formatTime(now + linkMs))}\n\n  ${link}\n\n`);
  if (isLoopback(new URL(siteUrl).hostname)) await write(`${phrases.onlyHere}\n`);
  else if (isTerminal) await write(`${phrases.orScan}\n\n${qrCode(link)}\n\n`);
  await write(`${phrases.rights[mayWrite ? "write" : "read"]}\n${phrases.afterwards}\n`);
  return done;
}

/** The colours are set, because a camera reads dark squares on a light ground, and most terminals are dark. */
function qrCode(text: string): string {
  const lines = renderUnicodeCompact(text, { border: 2 }).trimEnd().split("\n");
  return lines.map((line) => `\u001b[97;40m${line}\u001b[0m`).join("\n");
}

async function list({ database, databaseClock, write }: WithDatabase): Promise<CommandOutcome> {
  const now = await databaseClock(database);
  const keys = await listOpenKeys(database, now);
  if (keys.length === 0) await write(`${phrases.none}\n`);
  for (const key of keys) await write(`${describeKey(key, now)}\n`);
  if (keys.length > 0) await write(`\n${phrases.toRevoke}\n`);
  return done;
}

function describeKey({ id, mayWrite, madeAt, usedAt }: OpenKey, now: number): string {
  const since = usedAt ?? madeAt;
  return phrases.listed[usedAt === null ? "link" : "session"]({
    number: id,
    right: phrases.right[mayWrite ? "write" : "read"],
    since: formatTime(since),
    age: phrases.age(Math.max(0, Math.floor((now - since) / minuteMs))),
    until: formatTime(since + (usedAt === null ? linkMs : sessionMs)),
  });
}

async function revoke(io: WithDatabase, text: string): Promise<CommandOutcome> {
  const { database, databaseClock, write } = io;
  if (!/^(?:[1-9]\d{0,8}|all)$/.test(text))
    return misused(phrases.notANumber(escapeForTerminal(text)));
  const found = await revokePanelKeys(database, text === "all" ? text : Number(text));
  if (found === 0 && text !== "all") return failed(phrases.unknown(text));
  const at = await databaseClock(database);
  await recordDeed(database, { at, deed: "panel revoked", detail: text });
  await write(`${text === "all" ? phrases.revokedAll : phrases.revoked}\n`);
  return done;
}
