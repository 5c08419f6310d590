import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";

test.each([
  { name: "", sentence: "Quem apresenta é referência em " },
  { name: "Ana Souza Lima", sentence: "Com Ana Souza Lima, referência em " },
])("before the first button a sentence says who presents: $sentence", async (given) => {
  const [before = ""] = (await renderWith(given.name)).split("<button");
  const sentences = [...before.matchAll(/>((?:Quem|Com) [^<]*)/g)].map(([, text]) => text);
  expect(sentences).toEqual([expect.stringMatching(new RegExp(`^${given.sentence}[^{}]+\\.$`))]);
});

async function renderWith(name: string): Promise<string> {
  vi.resetModules();
  vi.doMock("#content/presenter.ts", async (load: () => Promise<{ presenter: object }>) => ({
    presenter: { ...(await load()).presenter, name },
  }));
  const { Hero } = await import("#site/sections/hero.tsx");
  return renderToStaticMarkup(<Hero state={undefined}>{null}</Hero>);
}
