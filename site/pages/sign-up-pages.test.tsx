import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { leadFields } from "#lead/contract.ts";
import { Retry } from "./sign-up-pages.tsx";

test("the retry form has each mark for the server once", async () => {
  const html = await rendered();
  for (const field of leadFields) {
    expect(html.split(`value="{{${field}}}"`)).toHaveLength(2);
    expect(html.split(`id="retry-${field}-problem"`)).toHaveLength(2);
    expect(
      html.split(
        `data-if-${field}-problem="aria-invalid=true aria-describedby=retry-${field}-problem"`,
      ),
    ).toHaveLength(2);
    expect(html.split(`>{{${field}-problem}}</p>`)).toHaveLength(2);
  }
  expect(html.split('value="{{surface}}"')).toHaveLength(2);
  expect(html.split(">{{consent-problem}}</p>")).toHaveLength(2);
  expect(html.split('data-if-consented="checked"')).toHaveLength(2);
  expect(html.split('data-if-from-page="hidden"')).toHaveLength(2);
});

test("assistive technology skips the honeypot by a box around its label", async () => {
  const html = await rendered();
  expect(html).toMatch(
    /<div class="visually-hidden" aria-hidden="true"><label>.+?<\/label><\/div>/,
  );
  expect(html).not.toMatch(/<label[^>]* aria-hidden/);
});

async function rendered(): Promise<string> {
  const { prelude } = await prerender(<Retry />);
  return new Response(prelude).text();
}
