import { expect, test } from "vitest";
import { faq } from "#content/faq.ts";
import { fill } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { legal } from "#content/legal.ts";
import { lessons } from "#content/lessons.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { groupPages, pages } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { presenter } from "#content/presenter.ts";
import { privacy } from "#content/privacy.ts";
import { terms } from "#content/terms.ts";
import {
  addresses,
  attribute,
  builtPage,
  first,
  linksNamed,
  textOf,
} from "./support/built/built-pages.ts";

// What visitors read on the other pages, and where the links lead, also without any script.
const { notFound, unexpectedError, success } = messages;
const supportChat = fill(links.supportChat, { phone: links.supportPhone });
const landing = builtPage("index.html");

test.each([
  { file: "politica-privacidade/index.html", text: privacy },
  { file: "termos-uso/index.html", text: terms },
])("$file has its text, a word for the date, and two links back", ({ file, text }) => {
  const page = builtPage(file);
  expect(textOf(page, "h1")).toBe(text.title);
  const sections = page.querySelectorAll("h2");
  expect(sections.length).toBeGreaterThan(5);
  expect(sections).toHaveLength(text.sections.length);
  expect(textOf(page, "main")).toContain(legal.updated.replace("{today}", legal.today));
  expect(addresses(page, legal.back)).toEqual(["/", "/"]);
});

test("each question is a `details`, so that the browser's search opens its answer", () => {
  const answers = landing.querySelectorAll("details").map((one) => one.textContent);
  for (const { question, answer } of faq.questions)
    expect(answers).toContainEqual(
      expect.stringMatching(`${question}.*${answer}`.replace(/[?().]/g, ".")),
    );
});

test.each([
  { file: "400.html", title: unexpectedError.title, says: unexpectedError.malformed },
  { file: "404.html", title: notFound.title, says: "" },
  { file: "500.html", title: unexpectedError.title, says: unexpectedError.text },
])("$file says what is wrong, and has a link home", ({ file, title, says }) => {
  const page = builtPage(file);
  expect(textOf(page, "h1")).toBe(title);
  expect(textOf(page, "main")).toContain(says);
  expect(addresses(page, notFound.home)).toEqual(["/"]);
});

test.each([
  {
    file: "grupo/index.html",
    tab: pages.group.title,
    title: groupPages.group.title,
    text: success.groupNote,
    label: success.group,
    address: links.group,
  },
  {
    file: "grupo/outro/index.html",
    tab: pages.otherGroup.title,
    title: groupPages.otherGroup.title,
    text: groupPages.otherGroup.text,
    label: presenter.support,
    address: supportChat,
  },
])("$file has its title, its text, its button and a way back", (one) => {
  const page = builtPage(one.file);
  expect(textOf(page, "title")).toBe(one.tab);
  expect(textOf(page, "h1")).toBe(one.title);
  expect(textOf(page, "main")).toContain(one.text);
  expect(addresses(page, one.label)).toEqual([one.address]);
  expect(attribute(page, ".button", "target")).toBe("_blank");
  expect(addresses(page, notFound.home)).toEqual(["/"]);
});

test("the footer has the offer, the company's number, its e-mail and the legal pages", () => {
  const place = first(landing, "footer");
  const text = textOf(landing, "footer");
  for (const part of [footer.name, footer.description, footer.companyNumber])
    expect(text).toContain(part);
  expect(text).toMatch(/\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/);
  expect(addresses(place, links.supportEmail)).toEqual([`mailto:${links.supportEmail}`]);
  expect(addresses(place, privacy.title)).toEqual([paths.privacy]);
  expect(addresses(place, terms.title)).toEqual([paths.terms]);
});

test("the support chat opens in a new tab, with a phone number and an empty text", () => {
  const [address = ""] = addresses(landing, presenter.support);
  const { host, pathname, searchParams } = new URL(address);
  expect(host).toBe("wa.me");
  expect(pathname).toMatch(/^\/55\d{10,11}$/);
  expect([...searchParams]).toEqual([["text", ""]]);
  for (const chat of linksNamed(landing, presenter.support)) {
    expect(chat.getAttributeValue("target")).toBe("_blank");
    expect(chat.getAttributeValue("rel")).toBe("noopener noreferrer");
  }
});

test("each lesson is a link to its own video", () => {
  const videos = lessons.lessons.flatMap(({ title }) =>
    addresses(landing, lessons.playLabel.replace("{title}", title)),
  );
  expect(videos).toHaveLength(lessons.lessons.length);
  expect(new Set(videos).size).toBe(videos.length);
  for (const video of videos)
    expect(video).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
});

test("each picture says its size, so that nothing moves when it comes", () => {
  const pictures = landing.querySelectorAll("img");
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures)
    for (const side of ["width", "height"])
      expect(Number(picture.getAttributeValue(side)), `${side} of a picture`).toBeGreaterThan(0);
});
