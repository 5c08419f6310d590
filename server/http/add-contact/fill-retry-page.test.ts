import { expect, test } from "vitest";
import { textMark } from "#lead/contract.ts";
import { fillRetryPage, type Retry } from "./fill-retry-page.ts";

const retry: Retry = {
  title: "Confira",
  message: "De novo",
  sent: {
    typed: { name: "Ana", email: "ana@exemplo.com", whatsapp: "11 98765-4321" },
    surface: "popup",
    consented: false,
  },
  problems: {},
};

test("text marks become what was typed and said, wherever and however often they stand", () => {
  const template = `<h1>${textMark("title")}</h1>${textMark("title")}<input value="${textMark("email")}">`;
  expect(fillRetryPage(template, retry)).toBe(
    '<h1>Confira</h1>Confira<input value="ana@exemplo.com">',
  );
});

test.each([
  ["a tag", '"><script>alert(1)</script>', "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["quotes and an ampersand", `'a' & "b" &amp;`, "&#39;a&#39; &amp; &quot;b&quot; &amp;amp;"],
  ["a mark of ours", "{{email}}", "{{email}}"],
  ["an attribute mark of ours", 'data-if-consented="x"', "data-if-consented=&quot;x&quot;"],
  ["a pattern of String.replace", "$& $1 $` $'", "$&amp; $1 $` $&#39;"],
])("%s that was typed stays text", (_, name, html) => {
  const sent = { ...retry.sent, typed: { ...retry.sent.typed, name } };
  const template = `<input value="${textMark("name")}">`;
  expect(fillRetryPage(template, { ...retry, sent })).toBe(`<input value="${html}">`);
});

test("a field has attributes and a message when it is wrong, and neither when it isn't", () => {
  const template =
    '<input data-if-name-problem="aria-invalid=true aria-describedby=id"/><p>{{name-problem}}</p>';
  expect(fillRetryPage(template, retry)).toBe("<input /><p></p>");
  expect(fillRetryPage(template, { ...retry, problems: { name: "Escreva" } })).toBe(
    '<input aria-invalid="true" aria-describedby="id"/><p>Escreva</p>',
  );
});

test("only the form in the page shows the consent, and a tick that was given stays", () => {
  const template =
    '<div data-if-not-from-page="hidden"><input data-if-consented="checked"></div><i data-if-from-page="hidden"></i>';
  expect(fillRetryPage(template, retry)).toBe("<div hidden><input ></div><i ></i>");
  const sent = { ...retry.sent, surface: "page" as const, consented: true };
  expect(fillRetryPage(template, { ...retry, sent })).toBe(
    "<div ><input checked></div><i hidden></i>",
  );
});

test("a mark that nobody knows is taken away rather than shown", () => {
  expect(fillRetryPage('{{other}}<b data-if-other="hidden">', retry)).toBe("<b >");
});
