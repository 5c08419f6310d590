import { html } from "hono/html";
import { expect, test } from "vitest";
import { panelDocument, panelStyles } from "./panel-document.ts";

test("a page of the panel holds exactly the styles whose hash its policy names", () => {
  const page = panelDocument({ title: "T", body: html`<p>x</p>` });
  expect(/<style>(.*?)<\/style>/s.exec(page)?.[1]).toBe(panelStyles);
  expect(panelStyles).toContain("--color-accent");
  expect(panelStyles).toContain("@font-face");
  expect(panelStyles).not.toContain("@import");
});

test("a page of the panel holds no script and no style attribute", () => {
  const page = panelDocument({ title: "T", body: html`<p>x</p>` });
  expect(page).not.toMatch(/<script|\sstyle=|\son\w+=/);
});

test("a title with signs of HTML is shown as it is written", () => {
  const page = panelDocument({ title: "<b>&", body: html`<p>${"<i>"}</p>` });
  expect(page).toContain("<title>&lt;b&gt;&amp;</title>");
  expect(page).toContain("<p>&lt;i&gt;</p>");
});
