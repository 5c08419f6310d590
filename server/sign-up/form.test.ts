import { expect, test } from "vitest";
import { addContactPath, leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { textMark } from "#lead/retry-page-marks.ts";
import { openApp } from "#tests/support/app/app.ts";
import { ana } from "#tests/support/people.ts";
import { fillRetryPage, type Retry } from "./form.ts";
import { readForm } from "./read.ts";

const fromPopup = { ...ana, surface: "popup" };

test.each([
  ["this site behind https", "https://www.exemplo.com.br", /^\/inscricao-recebida\?inscricao=/],
  ["another host", "https://pages.example", /^https:\/\/pages\.example\/inscricao-recebida$/],
  ["another port", "https://www.exemplo.com.br:8443", /^https:[^?]+:8443\/inscricao-recebida$/],
])("after a form on a page of %s the next page is there too", async (_, origin, location) => {
  const { app } = await openApp({ allowedOrigins: [origin], linkKey: () => "link-key" });
  const answer = await app.request(`http://www.exemplo.com.br${addContactPath}`, {
    method: "POST",
    body: new URLSearchParams({ ...fromPopup, apikey: "key" }),
    headers: { origin },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(location);
});

const filling: Retry = {
  title: "Confira",
  message: "De novo",
  form: {
    typed: ana,
    surface: "popup",
    consent: undefined,
  },
  problems: {},
};

test.each([
  ["a tag", '"><script>alert(1)</script>', "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["quotes and an ampersand", `'a' & "b" &amp;`, "&#39;a&#39; &amp; &quot;b&quot; &amp;amp;"],
  ["a text mark", "{{email}}", "{{email}}"],
  ["an attribute mark", 'data-if-consented="x"', "data-if-consented=&quot;x&quot;"],
  ["a pattern of String.replace", "$& $1 $` $'", "$&amp; $1 $` $&#39;"],
])("%s that the visitor typed stays text", (_, name, html) => {
  const form = { ...filling.form, typed: { ...filling.form.typed, name } };
  const template = `<input value="${textMark("name")}">`;
  expect(fillRetryPage(template, { ...filling, form })).toBe(`<input value="${html}">`);
});

test("only a field with a problem has its attributes and its message", () => {
  const template =
    '<input data-if-name-problem="aria-invalid=true aria-describedby=id"/><p>{{name-problem}}</p>';
  expect(fillRetryPage(template, filling)).toBe("<input /><p></p>");
  expect(fillRetryPage(template, { ...filling, problems: { name: "Escreva" } })).toBe(
    '<input aria-invalid="true" aria-describedby="id"/><p>Escreva</p>',
  );
});

test("only the form of the page shows the consent, with its tick", () => {
  const template =
    '<div data-if-not-from-page="hidden"><input value="autorizacao-1" data-if-consented="checked"></div><i data-if-from-page="hidden"></i>';
  expect(fillRetryPage(template, filling)).toBe(
    '<div hidden><input value="autorizacao-1" ></div><i ></i>',
  );
  const form = { ...filling.form, surface: "page" as const, consent: "autorizacao-1" };
  expect(fillRetryPage(template, { ...filling, form })).toBe(
    '<div ><input value="autorizacao-1" checked></div><i hidden></i>',
  );
});

test("a tick does not stay when the page asks for another consent", () => {
  const template = '<input value="autorizacao-proxima-1" data-if-consented="checked">';
  const form = { ...filling.form, surface: "page" as const, consent: "autorizacao-1" };
  expect(fillRetryPage(template, { ...filling, form })).toBe(
    '<input value="autorizacao-proxima-1" >',
  );
});

test.each(leadFields)("a problem in %s is shown with the typed value", (field) => {
  // Each field gets an e-mail, because an e-mail is accepted in every field: so a new field with any rule needs no
  // entry here.
  const typed = eachField((name) => `canary-${name}@example.com`);
  const template = `${textMark(field)} ${textMark(`${field}-problem`)} <i data-if-${field}-problem="hidden">`;
  const form = readForm(new URLSearchParams(typed));
  const filled = fillRetryPage(template, { ...filling, form, problems: { [field]: "wrong" } });
  expect(filled).toBe(`${typed[field]} wrong <i hidden>`);
});
