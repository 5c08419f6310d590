import { expect, test } from "vitest";
import { overrun } from "#tests/budgets.ts";
import { weigh } from "#tests/support/weigh.ts";

test("with the delivered words the document is within its budget", async () => {
  expect(overrun("document", [await weigh("index.html")])).toBeUndefined();
});
