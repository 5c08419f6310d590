import { type Context, Hono } from "hono";
import { canCome, phases } from "#event/phase.ts";
import { logLines } from "#phrases/log-lines.ts";
import { names } from "#phrases/names.ts";
import { type Action, describeDone, type World } from "#server/actions/action.ts";
import { readTime } from "#server/command-line/times.ts";
import type { ServerContext } from "#server/context.ts";
import { readFigures } from "#server/figures/figures.ts";
import { formatMoment } from "#server/format.ts";
import { changeMessage, requestOf } from "#server/messages/message.ts";
import { cachedFor } from "#server/operator/cached-for.ts";
import { readAllFacts, standingIn } from "#server/operator/facts.ts";
import { runAction } from "#server/operator/run-action.ts";
import { forOneRequest } from "#server/pages/security.ts";
import { answerPage } from "#server/pages/site.ts";
import { send } from "#server/send.ts";
import { limitAddresses, networkAddressOf } from "#server/sign-up/limits.ts";
import { newestActions, recordAction } from "#server/store/action-log.ts";
import type { Writing } from "#server/store/schema.ts";
import { actionAt, panelPaths, typedFor } from "./addresses.ts";
import {
  agreedField,
  createPanelAnswers,
  entryPage,
  linkPage,
  previewPage,
  questionPage,
} from "./answers.ts";
import {
  createSessions,
  type FoundSession,
  holdSession,
  isSecret,
  linkMs,
  makePanelLink,
  openSession,
  revokePanelKeys,
  type SessionCookie,
  sessionCookieOf,
  withinWait,
} from "./keys.ts";
import { renderPanel, renderUnreadable } from "./view.ts";

type Answer = (panel: Panel, context: Context, found: FoundSession) => Promise<Response>;
type Route = { path: string; needsSession: boolean; get?: Answer; post?: Answer };

/** All addresses of the panel. GET changes nothing. */
const routes: readonly Route[] = [
  { path: panelPaths.panel, needsSession: true, get: showPanel },
  { path: `${panelPaths.entry}/:code`, needsSession: false, get: showEntry, post: enter },
  { path: panelPaths.leave, needsSession: true, post: endSession },
  { path: panelPaths.link, needsSession: true, post: makeLink },
  { path: panelPaths.preview, needsSession: true, get: showPreview },
  { path: `${panelPaths.actions}/*`, needsSession: true, get: askFirst, post: act },
];

/** Adds the panel, unless the secret of a session would travel in clear text: then its addresses do not exist. */
export function addPanel(app: Hono, server: ServerContext): void {
  const cookie = sessionCookieOf(server.config.siteUrl);
  if (cookie === undefined) return;
  const panel = openPanel(server, cookie);
  const { answers, siteUrl, log } = panel;
  const own = new Hono();
  for (const { path, needsSession, get, post } of routes) {
    const answered = (answer: Answer) => async (context: Context) => {
      const found = needsSession ? await panel.findSession(context) : stranger;
      return found.kind === "too-many"
        ? answers.tooMany(found.waitMs)
        : answer(panel, context, found);
    };
    if (get !== undefined) own.get(path, answered(get));
    if (post !== undefined)
      own.post(path, (context) =>
        isOwnForm(context, siteUrl) ? answered(post)(context) : answers.notice("otherSite"),
      );
    const methods = [get && "GET, HEAD", post && "POST"].filter((method) => method !== undefined);
    own.all(path, () => answers.refuseMethod(methods.join(", ")));
  }
  own.onError((error) => {
    log.error({ error }, logLines.panelFailed);
    return answers.notice("notDone");
  });
  app.route("/", own);
}

const stranger: FoundSession = { kind: "none" };

/**
 * Whether a page of this site sent this form. Browsers name the origin of each form, and no page can change that. A
 * request without an origin is refused.
 */
function isOwnForm({ req }: Context, siteUrl: string): boolean {
  const site = req.header("sec-fetch-site") ?? "same-origin";
  return req.header("origin") === new URL(siteUrl).origin && site === "same-origin";
}

/** How many links and unknown cookies one network address may try, right or wrong. A team shares one address. */
const triesPerAddress = { burst: 20, perMinute: 10 };
/** The limit for all addresses of one customer together: a program there can take another address for each try. */
const triesPerCustomer = { burst: 40, perMinute: 20 };
/** The figures are read once in this time, in milliseconds, for all who look. */
const maxAgeMs = 5_000;
const shownActions = 10;

type Panel = ReturnType<typeof openPanel>;

function openPanel(server: ServerContext, cookie: SessionCookie) {
  const { database, readDatabase, config, clock, steadyClock, proxies, log } = server;
  const waitOf = limitAddresses(
    { perAddress: triesPerAddress, perCustomer: triesPerCustomer },
    steadyClock,
  );
  const countTry = (context: Context) => waitOf(networkAddressOf(context, config.trustedProxies));
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
  const { siteUrl } = config;
  return {
    ...server,
    siteUrl,
    cookie,
    answers: createPanelAnswers(siteUrl),
    countTry,
    findSession: createSessions(server, cookie, countTry),
    readShown: () => readCached(),
    /** After a change the next reader must see it. */
    forgetShown() {
      readCached = newCache();
    },
  };
}

/** After this time the browser asks for the panel again, without any script. */
const renewal = { Refresh: "30" };

async function showPanel(panel: Panel, { req }: Context, found: FoundSession): Promise<Response> {
  const { answers, clock, log } = panel;
  const session = "session" in found ? found.session : undefined;
  if (found.kind === "none") return answers.notice("notSignedIn");
  if (session === undefined) return answers.notice("storeFails", renewal);
  const renews = req.query("parado") === undefined;
  const headers = renews ? renewal : {};
  const shown = found.kind === "session" ? await withinWait(log, panel.readShown()) : undefined;
  const here = panel.troublesHere();
  if (shown === undefined)
    return answers.page(renderUnreadable({ here, now: clock(), renews }), 503, headers);
  const [figures, facts, actions] = shown;
  const { mayWrite } = session;
  const page = renderPanel({ figures, facts, here, actions, mayWrite, renews });
  return answers.page(page, 200, headers);
}

/** Only shows a button, because chats and browsers open links in advance. */
async function showEntry({ answers }: Panel, { req }: Context): Promise<Response> {
  const code = req.param("code") ?? "";
  return isSecret(code) ? answers.page(entryPage(code)) : answers.notice("unusable");
}

/** Uses a link up. */
async function enter(panel: Panel, context: Context): Promise<Response> {
  const { answers, cookie, log, countTry } = panel;
  const waitMs = countTry(context);
  if (waitMs > 0) return answers.tooMany(waitMs);
  const code = context.req.param("code") ?? "";
  const session = isSecret(code) ? await beginSession(panel, code) : undefined;
  if (session === undefined) {
    log.warn(logLines.panelLinkRefused);
    return answers.notice("unusable");
  }
  log.info({ panelKey: session.id }, logLines.panelOpened);
  return answers.leadTo(panelPaths.panel, { "Set-Cookie": cookie.header(session.secret) });
}

/** In one transaction, so that no session begins without its line in the log of actions. */
async function beginSession({ database, clock }: Panel, link: string) {
  const now = clock();
  return database.transaction().execute(async (writing) => {
    const session = await openSession(writing, { link, now });
    if (session !== undefined)
      await recordAction(writing, { at: now, action: "panel opened", panelKey: session.id });
    return session;
  });
}

/** Ends the session of this browser, in the store too, and records that: both or neither. */
async function endSession(panel: Panel, _: Context, found: FoundSession): Promise<Response> {
  const { answers, cookie, database, clock, log } = panel;
  if (found.kind === "store-fails") return answers.notice("notDone");
  if (found.kind === "session") {
    const { id } = found.session;
    const at = clock();
    await database.transaction().execute(async (writing) => {
      await revokePanelKeys(writing, id);
      await recordAction(writing, { at, action: "panel closed", panelKey: id });
    });
    log.info({ panelKey: id }, logLines.panelClosed);
  }
  return answers.notice("signedOut", { "Set-Cookie": cookie.header() });
}

/** The landing page at the minute or in the phase that was chosen, or the page on which one chooses. */
async function showPreview(panel: Panel, { req }: Context, found: FoundSession): Promise<Response> {
  const { answers, clock, event, eventPages } = panel;
  if (found.kind === "store-fails") return answers.notice("notDone");
  if (found.kind !== "session") return answers.notice("notSignedIn");
  const now = clock();
  const shownPhases = phases.filter((name) => canCome(name, event));
  const minute = readTime(req.query("quando") ?? "", now);
  const phase = shownPhases.find((name) => name === req.query("momento"));
  const shown = minute.kind === "time" ? minute.start : phase;
  if (shown === undefined) {
    const { start } = eventPages.at(now).state.edition;
    return answers.page(previewPage(start, shownPhases));
  }
  const moment = typeof shown === "number" ? formatMoment(shown) : names.phases[shown];
  const mark = `Prévia: ${moment}. Os visitantes não veem esta página agora.`;
  const asked = new Request(new URL("/", req.url), req.raw);
  return answerPage(eventPages.preview(shown, mark, now), asked, forOneRequest);
}

/** The page that asks before something is changed. */
async function askFirst(panel: Panel, { req }: Context, found: FoundSession): Promise<Response> {
  const { answers } = panel;
  const allowed = allowedAction(panel, req.path, found);
  if (allowed.kind === "refused") return allowed.answer;
  const { action } = allowed;
  const values = typedFor(action, (name) => req.query(name));
  const isWhole = action.fields.every(({ name, isOptional }) => isOptional || values[name]);
  if (!isWhole) return answers.page(questionPage({ action, values }));
  const read = action.read(values);
  if (read.kind === "mistake") return answers.refused(read.sentence);
  const warning = await read.ready.warn(worldOf(panel));
  return warning?.kind === "refused"
    ? answers.refused(warning.sentence)
    : answers.page(questionPage({ action, values, warning }));
}

/** Does what was asked before. */
async function act(panel: Panel, { req }: Context, found: FoundSession): Promise<Response> {
  const { answers, log } = panel;
  const allowed = allowedAction(panel, req.path, found);
  if (allowed.kind === "refused") return allowed.answer;
  const { action, session } = allowed;
  const sent = await req.parseBody();
  const values = typedFor(action, (name) => sent[name]);
  const read = action.read(values);
  if (read.kind === "mistake") {
    const { sentence: mistake } = read;
    return answers.page(questionPage({ action, values, mistake }), 422);
  }
  const { ready } = read;
  const world = worldOf(panel);
  const warning = await ready.warn(world);
  if (warning?.kind === "refused") return answers.refused(warning.sentence);
  if (warning !== undefined && sent[agreedField] !== "1")
    return answers.page(questionPage({ action, values, warning }));
  const hold = (writing: Writing) => holdSession(writing, session);
  const outcome = await runAction(world, { action, ready }, { session: { id: session, hold } });
  panel.forgetShown();
  switch (outcome.kind) {
    case "revoked":
      return answers.notice("notSignedIn");
    case "refused":
      return answers.refused(outcome.sentence);
    // The press before did it.
    case "repeated":
      return answers.leadTo(panelPaths.panel);
    case "done":
      log.info(
        { action: action.words, detail: outcome.detail, panelKey: session },
        logLines.panelAction,
      );
      if (action.isTold) void tellChange(panel, action, outcome.detail ?? null);
      return answers.leadTo(panelPaths.panel);
  }
}

function worldOf(panel: Panel): World {
  return { ...panel, now: panel.clock() };
}

/** The answer does not wait for this message, because what was changed stands in the panel too. */
async function tellChange(
  { config, clock, fetch, log }: Panel,
  action: Action,
  detail: string | null,
): Promise<void> {
  const { siteUrl: site, alerts } = config;
  if (alerts.url === undefined) return;
  const { words: name } = action;
  const message = changeMessage(describeDone(action, detail), { name, site, at: clock() });
  const outcome = await send({ fetch, ...requestOf(alerts.url, message) });
  if (outcome.kind === "failed")
    log.warn({ action: name, reason: outcome.reason }, logLines.changeNotTold);
}

/** Makes a link that signs in another device. Only a session that may write makes one; the link may be read-only. */
async function makeLink(panel: Panel, { req }: Context, found: FoundSession): Promise<Response> {
  const { answers, database, clock, siteUrl } = panel;
  const allowed = allowedSession(panel, found);
  if (allowed.kind === "refused") return allowed.answer;
  const mayWrite = (await req.parseBody())["read-only"] !== "1";
  const now = clock();
  const made = await database.transaction().execute(async (writing) => {
    if (!(await holdSession(writing, allowed.session))) return undefined;
    return makePanelLink(writing, { mayWrite, now, siteUrl, madeBy: allowed.session });
  });
  if (made === undefined) return answers.notice("notSignedIn");
  return answers.page(linkPage(made, { mayWrite, until: now + linkMs }));
}

type Refusal = { kind: "refused"; answer: Response };

/** The session, if it may change something. */
function allowedSession(
  { answers }: Panel,
  found: FoundSession,
): { kind: "allowed"; session: number } | Refusal {
  const refused = (answer: Response): Refusal => ({ kind: "refused", answer });
  if (found.kind === "store-fails") return refused(answers.notice("notDone"));
  if (found.kind !== "session") return refused(answers.notice("notSignedIn"));
  if (!found.session.mayWrite) return refused(answers.notice("readOnly"));
  return { kind: "allowed", session: found.session.id };
}

/** The action at this address, if this session may do it. */
function allowedAction(
  panel: Panel,
  path: string,
  found: FoundSession,
): { kind: "allowed"; action: Action; session: number } | Refusal {
  const allowed = allowedSession(panel, found);
  if (allowed.kind === "refused") return allowed;
  const action = actionAt(path);
  if (action === undefined) return { kind: "refused", answer: panel.answers.notice("unknown") };
  return { ...allowed, action };
}
