import { setTimeout as sleep } from "node:timers/promises";
import { type Context, Hono } from "hono";
import { canCome, phases } from "#event/phase.ts";
import { logLines } from "#phrases/log-lines.ts";
import { names } from "#phrases/names.ts";
import { type Action, describeDone } from "#server/actions/action.ts";
import { readTime } from "#server/command-line/times.ts";
import type { ServerContext } from "#server/context.ts";
import { readFigures } from "#server/figures/figures.ts";
import { formatMoment } from "#server/format.ts";
import type { Log } from "#server/log.ts";
import { changeMessage, requestOf } from "#server/messages/message.ts";
import { cachedFor } from "#server/operator/cached-for.ts";
import { readAllFacts, standingIn } from "#server/operator/facts.ts";
import { runAction } from "#server/operator/run-action.ts";
import { forOneRequest } from "#server/pages/security.ts";
import { answerPage } from "#server/pages/site.ts";
import { send } from "#server/send.ts";
import { limitAddresses, networkAddressOf, rememberLatest } from "#server/sign-up/limits.ts";
import { newestActions } from "#server/store/action-log.ts";
import type { Writing } from "#server/store/schema.ts";
import { actionAt, panelPaths } from "./addresses.ts";
import {
  endSession,
  findSession,
  holdSession,
  isSecret,
  linkMs,
  makePanelLink,
  openSession,
  type PanelSession,
  type SessionCookie,
  sessionCookieOf,
} from "./keys.ts";
import {
  agreedField,
  entryPage,
  linkPage,
  noticePage,
  notices,
  panelHeaders,
  previewPage,
  questionPage,
} from "./pages.ts";
import { renderPanel } from "./view.ts";

type Panel = ReturnType<typeof openPanel>;
/** A request of a browser that has a session. */
type InSession = { Variables: { session: PanelSession } };
type Asked = Context<InSession>;

/** All addresses of the panel. */
const below = `${panelPaths.panel}/*`;

/**
 * Adds the panel, unless the secret of a session would be sent unencrypted: then the panel's addresses do not exist.
 * First come addresses without a session, then addresses with a session, and at last those with a session that may
 * change something. GET changes nothing.
 */
export function addPanel(app: Hono, server: ServerContext): void {
  const { config, log, database, clock } = server;
  const { siteUrl } = config;
  const cookie = sessionCookieOf(siteUrl);
  if (cookie === undefined) return;
  const panel = openPanel(server, cookie);
  /**
   * The secrets of the sessions that this process has seen. Any other secret counts as a try of its network address,
   * because each costs a query. So a program that tries many secrets does not lock out operators at the same address.
   */
  const known = rememberLatest<boolean>(maxRemembered);
  const own = new Hono<InSession>();
  own.use(below, async (context, next) => {
    await next();
    const { headers } = context.res;
    // A header that is set already stays: a preview has the headers of a page of the site.
    for (const [name, value] of Object.entries(panelHeaders(siteUrl)))
      if (!headers.has(name)) headers.set(name, value);
  });
  own.use(below, async (context, next) => {
    const isForeign = context.req.method === "POST" && !isOwnForm(context, siteUrl);
    return isForeign ? tell(context, "otherSite") : next();
  });
  const entry = `${panelPaths.entry}/:code` as const;
  // Only shows a button, because chats and browsers open links in advance.
  own.get(entry, (context) =>
    isSecret(context.req.param("code")) ? context.html(entryPage()) : tell(context, "unusable"),
  );
  own.post(entry, (context) => enter(panel, context, context.req.param("code")));
  own.use(below, async (context, next) => {
    const secret = cookie.read(context);
    if (!isSecret(secret)) return tell(context, "notSignedIn");
    const waitMs = known.get(secret) ? 0 : panel.waitMsOf(context);
    if (waitMs > 0) return tellToWait(context, waitMs);
    const finding = findSession(database, { secret, now: clock() });
    const found = await withinWait(
      log,
      finding.then((session) => ({ session })),
    );
    if (found === undefined) return tell(context, "storeFails");
    // A session that has ended is a try from now on. A wrong cookie takes no place.
    if (found.session || known.get(secret)) known.set(secret, found.session !== undefined);
    if (found.session === undefined) return tell(context, "notSignedIn");
    context.set("session", found.session);
    return next();
  });
  own.get(panelPaths.panel, (context) => showPanel(panel, context));
  own.get(panelPaths.preview, (context) => showPreview(panel, context));
  own.post(panelPaths.leave, (context) => leave(panel, context));
  own.use(below, async (context, next) =>
    context.get("session").mayWrite ? next() : tell(context, "readOnly"),
  );
  own.post(panelPaths.link, (context) => makeLink(panel, context));
  own.on(["GET", "POST"], `${panelPaths.actions}/*`, (context) => askOrAct(panel, context));
  own.onError((error, context) => {
    log.error({ error }, logLines.panelFailed);
    return tell(context, "storeFails");
  });
  app.route("/", own);
}

/**
 * Whether a page of this site sent this form. Browsers name the origin of each form, and no page can fake the origin. A
 * request without an origin is refused.
 */
function isOwnForm({ req }: Context, siteUrl: string): boolean {
  const site = req.header("sec-fetch-site") ?? "same-origin";
  return req.header("origin") === new URL(siteUrl).origin && site === "same-origin";
}

/** After this time, in seconds, the browser asks for the panel again, without any script. */
const renewal = "30";

/** Whether the browser shall ask again by itself: the operator can stop that. */
function renews({ req }: Context): boolean {
  return req.query("parado") === undefined;
}

/** Answers with the page that says why the panel is not shown, or why nothing was done. */
function tell(context: Context, name: keyof typeof notices) {
  if (name === "storeFails" && context.req.method === "GET" && renews(context))
    context.header("Refresh", renewal);
  const { status } = notices[name];
  return context.html(noticePage(notices[name]), status);
}

function tellToWait(context: Context, waitMs: number) {
  context.header("Retry-After", String(Math.ceil(waitMs / 1_000)));
  if (context.req.method === "GET" && renews(context)) context.header("Refresh", renewal);
  return tell(context, "tooMany");
}

function leadToPanel(context: Context): Response {
  return context.redirect(panelPaths.panel, 303);
}

/** How long a request waits for the answer of the store, in milliseconds. */
const maxWaitMs = 2_500;

/** Returns what the store answers; undefined if the answer comes too late, or if the store fails, which is logged. */
async function withinWait<T>(log: Log, answer: Promise<T>): Promise<T | undefined> {
  const late = sleep(maxWaitMs, undefined, { ref: false });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    log.error({ error }, logLines.panelFailed);
    return undefined;
  }
}

/** How many sessions a process remembers. */
const maxRemembered = 1_000;
/** How many links and unknown cookies one network address may try. The limit leaves room for a team with one address. */
const perAddress = { burst: 20, perMinute: 10 };
/**
 * The limit for all addresses of one internet customer together: a program there can use another address for each try.
 */
const perCustomer = { burst: 40, perMinute: 20 };
/** The figures are read once in this time, in milliseconds, for all people who open the panel. */
const maxAgeMs = 5_000;
const shownActions = 10;

function openPanel(server: ServerContext, cookie: SessionCookie) {
  const { database, readDatabase, config, clock, steadyClock, proxies, log } = server;
  const waitOf = limitAddresses({ perAddress, perCustomer }, steadyClock);
  const reading = { ...server, database: readDatabase };
  const failed = (error: unknown) => log.error({ error }, logLines.panelFailed);
  const readFactsNow = async () => {
    const seen = { neededProxies: proxies.needed(), now: clock() };
    return readAllFacts({ ...reading, ...seen, ...(await standingIn(readDatabase)) }, failed);
  };
  const newCache = () =>
    cachedFor(maxAgeMs, clock, () =>
      Promise.all([readFigures(reading), readFactsNow(), newestActions(database, shownActions)]),
    );
  let readCached = newCache();
  return {
    ...server,
    siteUrl: config.siteUrl,
    cookie,
    waitMsOf: (context: Context) => waitOf(networkAddressOf(context, config.trustedProxies)),
    readShown: () => readCached(),
    /** Forgets the figures after a change, so that the next person who reads the panel sees the change. */
    forgetShown() {
      readCached = newCache();
    },
  };
}

async function showPanel(panel: Panel, context: Asked): Promise<Response> {
  const shown = await withinWait(panel.log, panel.readShown());
  if (shown === undefined) return tell(context, "storeFails");
  const again = renews(context);
  if (again) context.header("Refresh", renewal);
  const [figures, facts, actions] = shown;
  const { mayWrite } = context.get("session");
  const here = panel.troublesHere();
  return context.html(renderPanel({ figures, facts, here, actions, mayWrite, renews: again }));
}

/** Opens a session with a link, which is then used up. */
async function enter(panel: Panel, context: Asked, link: string): Promise<Response> {
  const { cookie, log, database, clock } = panel;
  const waitMs = panel.waitMsOf(context);
  if (waitMs > 0) return tellToWait(context, waitMs);
  const session = isSecret(link) ? await openSession(database, { link, now: clock() }) : undefined;
  if (session === undefined) {
    log.warn(logLines.panelLinkRefused);
    return tell(context, "unusable");
  }
  context.header("Set-Cookie", cookie.header(session.secret));
  return leadToPanel(context);
}

/** Ends the session of this browser, in the store too. */
async function leave(panel: Panel, context: Asked): Promise<Response> {
  const { cookie, database, clock } = panel;
  await endSession(database, { id: context.get("session").id, now: clock() });
  context.header("Set-Cookie", cookie.header());
  return tell(context, "signedOut");
}

/** The landing page at the minute or in the phase that was chosen, or the page on which the operator chooses. */
async function showPreview(panel: Panel, context: Asked): Promise<Response> {
  const { req } = context;
  const { clock, event, eventPages } = panel;
  const now = clock();
  const shownPhases = phases.filter((name) => canCome(name, event));
  const minute = readTime(req.query("quando") ?? "", now);
  const phase = shownPhases.find((name) => name === req.query("momento"));
  const shown = minute.kind === "time" ? minute.start : phase;
  if (shown === undefined) {
    const { start } = eventPages.at(now).state.edition;
    return context.html(previewPage(start, shownPhases));
  }
  const moment = typeof shown === "number" ? formatMoment(shown) : names.phases[shown];
  const mark = `Prévia: ${moment}. Os visitantes não veem esta página agora.`;
  const asked = new Request(new URL("/", req.url), req.raw);
  return answerPage(eventPages.preview(shown, mark, now), asked, forOneRequest);
}

/** Asks before an action changes something, and runs the action when the operator has agreed. */
async function askOrAct(panel: Panel, context: Asked): Promise<Response> {
  const { req } = context;
  const action = actionAt(req.path);
  if (action === undefined) return tell(context, "unknown");
  const isPress = req.method === "POST";
  const values = isPress ? Object.fromEntries(new URLSearchParams(await req.text())) : req.query();
  const read = action.read(values);
  if (read.kind === "mistake") {
    // When the page is opened first, a missing value is no mistake, because the page has not asked for the value yet.
    const isTyped = action.fields.every(({ name, isOptional }) => isOptional || values[name]);
    const mistake = isPress || isTyped ? read.sentence : undefined;
    return context.html(questionPage({ action, values, mistake }), mistake ? 422 : 200);
  }
  const { ready } = read;
  const world = { ...panel, now: panel.clock() };
  const warning = await ready.warn(world);
  if (warning?.kind === "refused") return context.html(noticePage(warning), 422);
  if (!isPress || (warning !== undefined && values[agreedField] !== "1"))
    return context.html(questionPage({ action, values, warning }));
  const { id } = context.get("session");
  const hold = (writing: Writing) => holdSession(writing, id);
  const outcome = await runAction(world, { action, ready }, { session: { id, hold } });
  panel.forgetShown();
  switch (outcome.kind) {
    case "revoked":
      return tell(context, "notSignedIn");
    case "refused":
      return context.html(noticePage(outcome), 422);
    // The first press of the double press has already made the change.
    case "repeated":
      return leadToPanel(context);
    case "done":
      if (action.isTold) void tellChange(panel, action, outcome.detail ?? null);
      return leadToPanel(context);
  }
}

/**
 * Sends a message about a change. The operator's browser does not wait for the message, because the panel shows the
 * change too.
 */
async function tellChange(
  { config, siteUrl: site, clock, fetch, log }: Panel,
  action: Action,
  detail: string | null,
): Promise<void> {
  const { url } = config.alerts;
  if (url === undefined) return;
  const { words: name } = action;
  const message = changeMessage(describeDone(action, detail), { name, site, at: clock() });
  const outcome = await send({ fetch, ...requestOf(url, message) });
  if (outcome.kind === "failed")
    log.warn({ action: name, reason: outcome.reason }, logLines.changeNotTold);
}

/** Makes a link that signs in another device. A session of the link may be for reading only. */
async function makeLink(panel: Panel, context: Asked): Promise<Response> {
  const { database, clock, siteUrl } = panel;
  const mayWrite = new URLSearchParams(await context.req.text()).get("read-only") !== "1";
  const { id: madeBy } = context.get("session");
  const now = clock();
  const made = await database.transaction().execute(async (writing) => {
    if (!(await holdSession(writing, madeBy))) return undefined;
    return makePanelLink(writing, { mayWrite, now, siteUrl, madeBy });
  });
  if (made === undefined) return tell(context, "notSignedIn");
  return context.html(linkPage(made, { mayWrite, until: now + linkMs }));
}
