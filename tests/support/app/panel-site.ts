import pino from "pino";
import { readEvent } from "#server/event/choices.ts";
import { listGroups } from "#server/groups/groups.ts";
import { actions } from "#server/operator/actions.ts";
import { panelPaths, pathOf } from "#server/panel/addresses.ts";
import { addPanelKey } from "#server/panel/keys.ts";
import { readCourierState } from "#server/store/courier.ts";
import type { Database } from "#server/store/schema.ts";
import { doneIn } from "#tests/support/store/done-in.ts";
import { type Engine, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { type Special as AppSpecial, appOver, panelSettings, settingsOf } from "./app.ts";

const panelOrigin = "https://black.example";
const panelNow = Date.parse("2026-11-11T22:00:00Z");
/** The headers that a browser sends with a form in a page of the site itself. */
export const ownForm = { origin: panelOrigin, "sec-fetch-site": "same-origin" };

/** The paths of all actions, and the path that makes a link. */
export const everyAction = [...actions.map(pathOf), panelPaths.link];

type Special = {
  engine?: Engine;
  env?: Record<string, string>;
  server?: AppSpecial;
};
type Sent = {
  cookie?: string | undefined;
  headers?: Record<string, string>;
  form?: Record<string, string>;
};

/** The application with a panel and its log; the test moves the clock. */
export async function openPanelSite({ engine = "sqlite", env, server }: Special = {}) {
  const database = await temporaryDatabase(engine);
  const clock = { now: panelNow };
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => lines.push(line) });
  const read = () => clock.now;
  const settings = settingsOf({ ...panelSettings, ...env });
  const shared = { clock: read, log, steadyClock: () => 0 };
  const app = appOver(database, { ...settings, ...shared, ...server });
  const get = async (path: string, { cookie, headers }: Sent = {}) =>
    app.request(path, { headers: { ...headers, ...(cookie && { cookie }) } });
  const post = async (path: string, { cookie, headers = ownForm, form }: Sent = {}) => {
    const body = form && new URLSearchParams(form);
    const sent = { ...headers, ...(cookie && { cookie }) };
    return app.request(path, { method: "POST", headers: sent, ...(body && { body }) });
  };
  const newLink = async (mayWrite = true) => {
    const { secret } = await addPanelKey(database, { mayWrite, now: clock.now });
    return `${panelPaths.entry}/${secret}`;
  };
  /** Uses a new sign-in link; returns the cookie that the browser sends after that. */
  const signIn = async (mayWrite = true) => cookieOf(await post(await newLink(mayWrite)));
  return { app, database, clock, get, post, newLink, signIn, logged: () => lines.join("") };
}

/** The cookie that a browser sends after this answer; undefined if the answer sets no cookie. */
export function cookieOf(answer: Response): string | undefined {
  return answer.headers.get("set-cookie")?.split(";")[0];
}

/** All data that the panel can change. */
export async function changeable(database: Database) {
  const [courier, event] = [await readCourierState(database), await readEvent(database)];
  return { courier, event, groups: await listGroups(database), done: await doneIn(database) };
}
