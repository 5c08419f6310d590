import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { alarms } from "#phrases/alarms.ts";

test.each(["docs/noite-do-lancamento.md", "docs/operacao/alarmes.md"])(
  "%s names each alarm of the log",
  async (paper) => {
    const text = await readFile(paper, "utf8");
    for (const { alarm } of Object.values(alarms)) expect(text).toContain(`\`${alarm}\``);
  },
);
