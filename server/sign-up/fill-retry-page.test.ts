import { expect, test } from "vitest";
import { leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { textMark } from "#lead/retry-page-marks.ts";
import { fillRetryPage, type Retry } from "./fill-retry-page.ts";
import { readPostedForm } from "./sign-up-context.ts";

const retry: Retry = {
  title: "Confira",
  message: "De novo",
  form: {
    typed: { name: "Ana", email: "ana@exemplo.com", whatsapp: "11 98765-4321" },
    surface: "popup",
    consent: undefined,
  },
  problems: {},
};

test("each text mark is replaced everywhere", () => {
  const template = `<h1>${textMark("title")}</h1>${textMark("title")}<input value="${textMark("email")}">`;
  expect(fillRetryPage(template, retry)).toBe(
    '<h1>Confira</h1>Confira<input value="ana@exemplo.com">',
  );
});

test.each([
  ["a tag", '"><script>alert(1)</script>', "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["quotes and an ampersand", `'a' & "b" &amp;`, "&#39;a&#39; &amp; &quot;b&quot; &amp;amp;"],
  ["a text mark", "{{email}}", "{{email}}"],
  ["an attribute mark", 'data-if-consented="x"', "data-if-consented=&quot;x&quot;"],
  ["a pattern of String.replace", "$& $1 $` $'", "$&amp; $1 $` $&#39;"],
])("%s that the visitor typed stays text", (_, name, html) => {
  const form = { ...retry.form, typed: { ...retry.form.typed, name } };
  const template = `<input value="${textMark("name")}">`;
  expect(fillRetryPage(template, { ...retry, form })).toBe(`<input value="${html}">`);
});

test("a field with a problem has its attributes and its message, and a correct field has neither", () => {
  const template =
    '<input data-if-name-problem="aria-invalid=true aria-describedby=id"/><p>{{name-problem}}</p>';
  expect(fillRetryPage(template, retry)).toBe("<input /><p></p>");
  expect(fillRetryPage(template, { ...retry, problems: { name: "Escreva" } })).toBe(
    '<input aria-invalid="true" aria-describedby="id"/><p>Escreva</p>',
  );
});

test("only the form of the page shows the consent, and a tick stays", () => {
  const template =
    '<div data-if-not-from-page="hidden"><input value="autorizacao-1" data-if-consented="checked"></div><i data-if-from-page="hidden"></i>';
  expect(fillRetryPage(template, retry)).toBe(
    '<div hidden><input value="autorizacao-1" ></div><i ></i>',
  );
  const form = { ...retry.form, surface: "page" as const, consent: "autorizacao-1" };
  expect(fillRetryPage(template, { ...retry, form })).toBe(
    '<div ><input value="autorizacao-1" checked></div><i hidden></i>',
  );
});

test("a tick does not stay when the page asks for another consent", () => {
  const template = '<input value="autorizacao-proxima-1" data-if-consented="checked">';
  const form = { ...retry.form, surface: "page" as const, consent: "autorizacao-1" };
  expect(fillRetryPage(template, { ...retry, form })).toBe(
    '<input value="autorizacao-proxima-1" >',
  );
});

test("an unknown mark is removed", () => {
  expect(fillRetryPage('{{other}}<b data-if-other="hidden">', retry)).toBe("<b >");
});

test.each(leadFields)(
  "a form with a problem in %s is shown again with the typed value and the problem",
  (field) => {
    // An e-mail is accepted in every field, so that a new field with any rule needs no entry here.
    const typed = eachField((name) => `canary-${name}@example.com`);
    const template = `${textMark(field)} ${textMark(`${field}-problem`)} <i data-if-${field}-problem="hidden">`;
    const form = readPostedForm(typed);
    const filled = fillRetryPage(template, { ...retry, form, problems: { [field]: "wrong" } });
    expect(filled).toBe(`${typed[field]} wrong <i hidden>`);
  },
);
