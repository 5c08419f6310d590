import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { questions } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

// The fields that Google requires: https://developers.google.com/search/docs/appearance/structured-data
// (event, course, faqpage, carousel). A virtual event needs its mode of attendance too.
const { courses } = words.courses;

test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.goto("/"));

test("the event is online, on the day and at the hour of content/launch.ts in São Paulo", async ({
  page,
}) => {
  const event = await described(page, "Event");
  expect(event).toMatchObject({
    name: words.landingPage.name,
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "VirtualLocation", url: expect.stringMatching(/^https?:/) },
    organizer: { "@type": "Organization", name: expect.stringMatching(/./) },
    description: words.landingPage.description,
    image: [expect.stringMatching(/^https?:.*\.jpg$/)],
  });
  expect(event["startDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  const { day, month, hour, minute } = launch.event;
  const [date, time] = [
    `${twoDigits(day)}/${twoDigits(month)}`,
    `${twoDigits(hour)}:${twoDigits(minute)}`,
  ];
  expect(inSaoPaulo(event["startDate"])).toBe(`${date}, ${time}`);
  expect(Date.parse(String(event["endDate"]))).toBeGreaterThan(Date.now());
});

test("each course has a name, a description, a provider and a place on the page", async ({
  page,
}) => {
  const { itemListElement: items } = await described(page, "ItemList");
  if (!Array.isArray(items)) throw new Error("the list of courses has no items");
  expect(items).toHaveLength(courses.length);
  const places = new Set<string>();
  for (const [index, { "@type": type, position, item }] of items.entries()) {
    expect({ type, position }).toEqual({ type: "ListItem", position: index + 1 });
    expect(item).toMatchObject({
      "@type": "Course",
      description: expect.stringMatching(/./),
      provider: { "@type": "Organization", name: expect.stringMatching(/./) },
    });
    const { hash } = new URL(item.url);
    await expect(page.locator(hash)).toContainText(item.name);
    places.add(hash);
  }
  expect(places.size).toBe(courses.length);
});

test("the questions are those of the page, with their answers", async ({ page }) => {
  const { mainEntity: entries } = await described(page, "FAQPage");
  if (!Array.isArray(entries)) throw new Error("there are no questions");
  expect(entries).toHaveLength(words.faq.questions.length);
  for (const { "@type": type, name, acceptedAnswer } of entries) {
    expect({ type, answer: acceptedAnswer["@type"] }).toEqual({
      type: "Question",
      answer: "Answer",
    });
    await questions(page).getByText(name).click();
    await expect(questions(page).getByText(acceptedAnswer.text)).toBeVisible();
  }
});

async function described(page: Page, type: string): Promise<Record<string, unknown>> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const { "@context": context, "@graph": things } = JSON.parse(text ?? "");
  expect(context).toBe("https://schema.org");
  return things.find((thing: Record<string, unknown>) => thing["@type"] === type);
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

function inSaoPaulo(moment: unknown): string {
  return new Intl.DateTimeFormat("pt-BR", {
    timeZone: "America/Sao_Paulo",
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(Date.parse(String(moment)));
}
