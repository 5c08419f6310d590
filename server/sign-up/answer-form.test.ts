import type { Hono } from "hono";
import { expect, test } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals, retry } from "#content/refusals.ts";
import { addContactPath, consentField } from "#lead/contract.ts";
import type { Database } from "#server/store/tables.ts";
import { openApp } from "#tests/support/app/app.ts";
import { builtPage, eventPagesOf } from "#tests/support/app/pages.ts";
import { ana } from "#tests/support/people.ts";

const fromPopup = { ...ana, apikey: "key", surface: "popup" };
const fromPage = { ...ana, apikey: "key", surface: "page" };
const formType = { "content-type": "application/x-www-form-urlencoded" };
/** Only the marks, one on each line. The real page with these marks belongs to the site. */
const template = `title={{title}}
message={{message}}
surface={{surface}}
name={{name}};{{name-problem}}
email={{email}};{{email-problem}}
whatsapp={{whatsapp}};{{whatsapp-problem}}
consent=<input value="autorizacao-1" data-if-consented="checked">;{{consent-problem}}`;

test("a form with problems is shown again with the typed values and a message for each problem", async () => {
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
    'consent=<input value="autorizacao-1" >;',
  ]);
  expect(await submissions(database)).toEqual([]);
});

test.each([
  ["missing", {}],
  ["empty", { [consentField]: "" }],
])(
  "a form of the page whose consent is %s is shown again, and nothing is stored",
  async (_, consent) => {
    const { app, database } = await setUp();
    const answer = await post(app, { ...fromPage, ...consent });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(`"autorizacao-1" >;${messages.toasts.consentMissing.text}`);
    expect(html).toContain(`email=${ana.email};\n`);
    expect(await submissions(database)).toEqual([]);
  },
);

test("the tick stays when another field has a problem", async () => {
  const { app } = await setUp();
  const answer = await post(app, { ...fromPage, whatsapp: "", [consentField]: "autorizacao-1" });
  const html = await answer.text();
  expect(html).toContain('consent=<input value="autorizacao-1" checked>;');
  expect(html).toContain(messages.fieldProblems.whatsapp.required);
});

test("typed HTML, marks and patterns are shown again as text", async () => {
  const { app } = await setUp();
  const typed = { ...fromPopup, name: '"><script>', email: "{{whatsapp}}", whatsapp: "$&" };
  const html = await (await post(app, typed)).text();
  expect(html).toContain("name=&quot;&gt;&lt;script&gt;;");
  expect(html).toContain("email={{whatsapp}};");
  expect(html).toContain("whatsapp=$&amp;;");
});

test("when a sign-up cannot be stored, the form is shown again with all values", async () => {
  const { app, database } = await setUp();
  await database.schema.dropTable("submissions").execute();
  const answer = await post(app, { ...fromPage, [consentField]: "autorizacao-1" });
  const html = await answer.text();
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(html).toContain(`message=${refusals.unavailable}\nsurface=page\nname=${ana.name};\n`);
  expect(html).toContain('consent=<input value="autorizacao-1" checked>;');
});

test.each([
  ["this site behind https", "https://www.exemplo.com.br", /^\/inscricao-recebida\?inscricao=/],
  ["another host", "https://pages.example", /^https:\/\/pages\.example\/inscricao-recebida$/],
  ["another port", "https://www.exemplo.com.br:8443", /^https:[^?]+:8443\/inscricao-recebida$/],
])(
  "a visitor who signed up on a page of %s goes on to the next page there",
  async (_, origin, location) => {
    const { app } = await openApp({ allowedOrigins: [origin], linkKey: () => "link-key" });
    const answer = await app.request(`http://www.exemplo.com.br${addContactPath}`, {
      method: "POST",
      body: new URLSearchParams(fromPopup).toString(),
      headers: { ...formType, origin },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toMatch(location);
  },
);

function setUp(): Promise<{ app: Hono; database: Database }> {
  const pages = new Map([
    ["422.html", builtPage(template)],
    ["500.html", builtPage("the error page")],
  ]);
  return openApp({ eventPages: eventPagesOf(pages) });
}

function post(app: Hono, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return app.request(addContactPath, { method: "POST", body, headers: formType });
}

function submissions(database: Database) {
  return database.selectFrom("submissions").selectAll().execute();
}
