import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser/site-test.ts";

// The fields that Google requires: https://developers.google.com/search/docs/appearance/structured-data
// (event, course, faqpage, carousel); a virtual event needs its way of attendance besides.
test.use({ javaScriptEnabled: false });
test.beforeEach(({ page }) => page.goto("/"));

test("the event is online, on 11 November at 20:00 in São Paulo", async ({ page }) => {
  const event = await described(page, "Event");
  expect(event).toMatchObject({
    name: "Black AHSD",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "VirtualLocation", url: expect.stringMatching(/^https?:/) },
    organizer: { "@type": "Organization", name: expect.stringMatching(/./) },
    description: expect.stringContaining("novembro"),
    image: [expect.stringMatching(/^https?:.*\.jpg$/)],
  });
  expect(event["startDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  expect(inSaoPaulo(event["startDate"])).toBe("11/11, 20:00");
  expect(Date.parse(String(event["endDate"]))).toBeGreaterThan(Date.now());
});

test("each of eleven courses has a name, a description, a provider and a place on the page", async ({
  page,
}) => {
  const { itemListElement: items } = await described(page, "ItemList");
  if (!Array.isArray(items)) throw new Error("the list of courses has no items");
  expect(items).toHaveLength(11);
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
  expect(places.size).toBe(11);
});

test("the questions are those of the page, with their answers", async ({ page }) => {
  const { mainEntity: questions } = await described(page, "FAQPage");
  if (!Array.isArray(questions)) throw new Error("there are no questions");
  expect(questions).toHaveLength(4);
  const faq = page.getByRole("region", { name: "PERGUNTAS FREQUENTES" });
  for (const { "@type": type, name, acceptedAnswer } of questions) {
    expect({ type, answer: acceptedAnswer["@type"] }).toEqual({
      type: "Question",
      answer: "Answer",
    });
    await faq.getByText(name).click();
    await expect(faq.getByText(acceptedAnswer.text)).toBeVisible();
  }
});

async function described(page: Page, type: string): Promise<Record<string, unknown>> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const { "@context": context, "@graph": things } = JSON.parse(text ?? "");
  expect(context).toBe("https://schema.org");
  return things.find((thing: Record<string, unknown>) => thing["@type"] === type);
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
