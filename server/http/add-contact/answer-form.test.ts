import type { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals, retry } from "#content/refusals.ts";
import { addContactPath, consentField } from "#lead/contract.ts";
import type { PreparedFile } from "#server/http/pages/load-pages.ts";
import { pageHeaders } from "#server/http/pages/security-headers.ts";
import type { Database } from "#server/storage/tables.ts";
import { appOver } from "#tests/support/app/app.ts";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";

const ana = { name: "Ana Lima", email: "ana@exemplo.com", whatsapp: "(11) 98765-4321" };
const fromPopup = { ...ana, apikey: "key", surface: "popup" };
const fromPage = { ...ana, apikey: "key", surface: "page" };
const formType = { "content-type": "application/x-www-form-urlencoded" };
const wantsPage = { accept: "text/html,*/*" };
/** The marks alone, one on a line: the page that really carries them is the site's. */
const template = `title={{title}}
message={{message}}
surface={{surface}}
name={{name}};{{name-problem}}
email={{email}};{{email-problem}}
whatsapp={{whatsapp}};{{whatsapp-problem}}
consent=<input data-if-consented="checked">;{{consent-problem}}`;

test.each([
  ["the popup", fromPopup],
  ["the page, with its box ticked", { ...fromPage, [consentField]: "autorizacao-1" }],
])("a form that is posted from %s is kept and goes on to its page", async (_, fields) => {
  const { app, database } = await setUp();
  const answer = await post(app, fields);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/inscricao-recebida");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await submissions(database)).toMatchObject([{ ...ana, surface: fields.surface }]);
});

test("a form with problems comes back with what was typed and a message for each", async () => {
  const { app, database } = await setUp();
  const answer = await post(app, { ...fromPopup, name: "  ", email: "ana@" });
  expect(answer.status).toBe(422);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("etag")).toBeNull();
  expect((await answer.text()).split("\n")).toEqual([
    `title=${retry.title}`,
    `message=${retry.text}`,
    "surface=popup",
    `name=  ;${messages.fieldProblems.name.required}`,
    `email=ana@;${messages.fieldProblems.email.invalid}`,
    `whatsapp=${ana.whatsapp};`,
    "consent=<input >;",
  ]);
  expect(await submissions(database)).toEqual([]);
});

test.each([
  ["missing", {}],
  ["empty", { [consentField]: "" }],
])("from the page a consent that is %s is asked for, and nothing is kept", async (_, consent) => {
  const { app, database } = await setUp();
  const answer = await post(app, { ...fromPage, ...consent });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain(`consent=<input >;${messages.toasts.consentMissing.text}`);
  expect(html).toContain(`email=${ana.email};\n`);
  expect(await submissions(database)).toEqual([]);
});

test("a tick that was given comes back ticked when something else is wrong", async () => {
  const { app } = await setUp();
  const answer = await post(app, { ...fromPage, whatsapp: "", [consentField]: "autorizacao-1" });
  const html = await answer.text();
  expect(html).toContain("consent=<input checked>;");
  expect(html).toContain(messages.fieldProblems.whatsapp.required);
});

test("what was typed comes back as text, whatever it looks like", async () => {
  const { app } = await setUp();
  const typed = { ...fromPopup, name: '"><script>', email: "{{whatsapp}}", whatsapp: "$&" };
  const html = await (await post(app, typed)).text();
  expect(html).toContain("name=&quot;&gt;&lt;script&gt;;");
  expect(html).toContain("email={{whatsapp}};");
  expect(html).toContain("whatsapp=$&amp;;");
});

test.each([{ apikey: "other" }, { apikey: "" }])("with %j the form comes back", async (key) => {
  const { app } = await setUp();
  const answer = await post(app, { ...fromPopup, ...key });
  const html = await answer.text();
  expect(answer.status).toBe(401);
  expect(html).toContain(`title=${retry.failedTitle}\nmessage=${refusals.unauthorized}\n`);
  expect(html).toContain(`name=${ana.name};\n`);
});

test("when nothing can be stored the form comes back with everything in it", async () => {
  const { app, database } = await setUp();
  await database.schema.dropTable("submissions").execute();
  const answer = await post(app, { ...fromPage, [consentField]: "autorizacao-1" });
  const html = await answer.text();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(html).toContain(`message=${refusals.unavailable}\nsurface=page\nname=${ana.name};\n`);
  expect(html).toContain("consent=<input checked>;");
});

test.each([
  ["4097 bytes", "POST", formType, `name=${"x".repeat(4092)}`, 413],
  ["bytes that are no text", "POST", formType, new Uint8Array([0xff]), 400],
  ["a form of another type", "POST", { "content-type": "text/plain", ...wantsPage }, "a=b", 415],
  ["the address in a browser", "GET", wantsPage, null, 405],
])("%s gets the error page", async (_, method, headers, body, status) => {
  const { app } = await setUp();
  const answer = await app.request(addContactPath, { method, body, headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toBe("the error page");
});

async function setUp(): Promise<{ app: Hono; database: Database }> {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const pages = new Map([
    ["422.html", page(template)],
    ["500.html", page("the error page")],
  ]);
  return { app: appOver(database, { pages }), database };
}

function page(text: string): PreparedFile {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" };
  const security = pageHeaders([text], "https://black.example");
  return new Map([["identity", { body: Buffer.from(text), etag: '"1"', headers, security }]]);
}

function post(app: Hono, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return app.request(addContactPath, { method: "POST", body, headers: formType });
}

function submissions(database: Database) {
  return database.selectFrom("submissions").selectAll().execute();
}
