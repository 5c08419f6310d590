import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { checkOriginal } from "./check-original.ts";

const poster = { kind: "picture", name: "aula", width: 640, height: 360, ratio: "16:9" } as const;

test.each([
  { size: "640 × 360", kind: "good" },
  {
    size: "638 × 359",
    kind: "advice",
    says: /foi usada, mas perde nitidez.* por uma de 640 × 360/,
  },
  { size: "319 × 179", kind: "refused", says: /ficaria sem nitidez/ },
  { size: "800 × 600", kind: "good" },
  { size: "799 × 601", kind: "refused", says: /o corte tiraria 25% da imagem/ },
])("an original of $size is $kind for a poster of 640 × 360", async ({ size, kind, says }) => {
  const [width = 0, height = 0] = size.split(" × ").map(Number);
  const file = join(await temporaryFolder(), "aula.png");
  await sharp({ create: { width, height, channels: 3, background: "gray" } }).toFile(file);
  const check = await checkOriginal(file, poster);
  expect(check?.kind ?? "good").toBe(kind);
  expect(check?.sentence ?? "").toMatch(says ?? /^$/);
});
