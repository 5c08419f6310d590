import { expect, test } from "vitest";
import { smallProject } from "#tests/support/publish/small-project.ts";

/** A busy machine starts the many programs of a test slowly. */
const manyProgramsMs = 180_000;

test("a kill before any change of the disk leaves the old version whole or the new one, and the next build clears up", {
  timeout: manyProgramsMs,
}, async () => {
  const project = await smallProject();
  await project.write("versão 0");
  await project.run("build");
  let words = "versão 0";
  for (let change = 1; ; change++) {
    await project.write(`versão ${change}`);
    const killed = await project.killAtChange(change, "build");
    const published = await project.published();
    expect([words, `versão ${change}`].map((one) => new Set([one]))).toContainEqual(published);
    words = [...published].join();
    if (!killed) break;
  }
  expect(await project.versions()).toBe(2);
  expect((await project.run("start")).output).toBe(`served: ${words}\n`);
});

test("after a kill during --back, no start publishes the withdrawn version again", {
  timeout: manyProgramsMs,
}, async () => {
  const project = await smallProject();
  for (const words of ["um", "dois"]) {
    await project.write(words);
    await project.run("build");
  }
  for (let change = 1; await project.killAtChange(change, "ready", "--back"); change++) {
    const [words] = await project.published();
    expect((await project.run("start")).output).toMatch(new RegExp(`served: ${words}\n$`));
    await project.run("build");
  }
  expect(await project.published()).toEqual(new Set(["um"]));
});
