import { addPanelKey } from "#server/panel/keys.ts";
import { panelPaths } from "#server/panel/actions.ts";
import { openSqliteIn } from "#tests/support/store/temporary-database.ts";
import { startSite } from "./running-site.ts";

// As behind a proxy with TLS: the address of the site has https, and the proxy speaks http to the server.
export const panelSiteUrl = "https://black.example";
export const ownForm = { origin: panelSiteUrl, "sec-fetch-site": "same-origin" };
/** A link of the right form that the server has not made. */
export const unknownLink = `${panelPaths.entry}/${"A".repeat(43)}`;

/** The built product behind a proxy with TLS, and an operator who has entered its panel. */
export async function startPanel() {
  const site = await startSite({ SITE_URL: panelSiteUrl });
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${site.url}${path}`, { redirect: "manual", ...init });
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  /** A link that the operator has just made on the machine of the server. */
  const newLink = async () => {
    const database = await openSqliteIn(site.dataDir);
    const { secret } = await addPanelKey(database, { mayWrite: true, now: Date.now() });
    await database.destroy();
    return `${panelPaths.entry}/${secret}`;
  };
  const enter = async () => ask(await newLink(), { method: "POST", headers: ownForm });
  const cookie = (await enter()).headers.get("set-cookie")?.split(";")[0] ?? "";
  const asOperator = (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { ...init.headers, cookie } });
  return { site, ask, newLink, enter, asOperator, cookie };
}
