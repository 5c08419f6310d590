import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";

test.each([
  { pictures: [], slides: 0, dataSlides: undefined },
  { pictures: ["ana"], slides: 1, dataSlides: "1" },
  { pictures: ["ana", "bia", "cris", "duda"], slides: 4, dataSlides: undefined },
])("$slides testimonials give $slides pictures, and no section without any", async (given) => {
  const html = await renderTestimonials(given.pictures);
  expect(html.match(/<picture>/g) ?? []).toHaveLength(given.slides);
  expect(html.includes("<section")).toBe(given.slides > 0);
  expect(/data-slides="(\d)"/.exec(html)?.[1]).toBe(given.dataSlides);
  for (const [index, name] of given.pictures.entries())
    expect(html).toMatch(new RegExp(`/pictures/${name}-720.jpg" alt="Depoimento ${index + 1}"`));
});

test.each([
  { name: "", sentence: "Quem apresenta é referência em " },
  { name: "Ana Souza Lima", sentence: "Com Ana Souza Lima, referência em " },
])("before the first button a sentence says who presents: $sentence", async (given) => {
  const [before = ""] = (await renderHero(given.name)).split("<button");
  const sentences = [...before.matchAll(/>((?:Quem|Com) [^<]*)/g)].map(([, text]) => text);
  expect(sentences).toEqual([expect.stringMatching(new RegExp(`^${given.sentence}[^{}]+\\.$`))]);
});

async function renderTestimonials(pictures: string[]): Promise<string> {
  vi.resetModules();
  vi.doMock("#content/testimonials.ts", async (load: () => Promise<{ testimonials: object }>) => ({
    testimonials: { ...(await load()).testimonials, pictures },
  }));
  const { Testimonials } = await import("#site/sections/testimonials.tsx");
  return renderToStaticMarkup(<Testimonials />);
}

async function renderHero(name: string): Promise<string> {
  vi.resetModules();
  vi.doMock("#content/presenter.ts", async (load: () => Promise<{ presenter: object }>) => ({
    presenter: { ...(await load()).presenter, name },
  }));
  const { Hero } = await import("#site/sections/hero.tsx");
  return renderToStaticMarkup(<Hero state={undefined}>{null}</Hero>);
}
