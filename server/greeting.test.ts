import { expect, test } from "vitest";
import { frozenLinks as links } from "#tests/support/frozen-content.ts";
import { readConfig } from "./config.ts";
import { greeting } from "./greeting.ts";

test("one line says that the form in the page stores nothing, and where to change that", () => {
  const formLines = (inPageFormSends: boolean) =>
    lines(inPageFormSends).filter((line) => line.includes("formulário da página"));
  expect(formLines(false)).toEqual([expect.stringContaining("inPageFormSends")]);
  expect(formLines(false)).toEqual([expect.stringContaining("content/launch.ts")]);
  expect(formLines(true)).toEqual([]);
});

test("the videos that are still samples are counted together", () => {
  const videos = { one: "exemplo0001", two: "exemplo0002", three: "dQw4w9WgXcQ" };
  const content = { links: { ...links, videos }, launch: { inPageFormSends: true } };
  expect(greeting(config(), 3000, content).at(-1)).toMatch(/, videos \(2\)$/);
});

function lines(inPageFormSends: boolean): string[] {
  return greeting(config(), 3000, { links, launch: { inPageFormSends } });
}

function config() {
  const read = readConfig({});
  if (read.kind === "mistakes") throw new Error(read.mistakes.join("\n"));
  return read.config;
}
