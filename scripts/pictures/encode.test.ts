import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { encodePicture, refuseOriginal } from "./encode.ts";

const portrait = { kind: "picture", name: "ana", width: 72, height: 90, ratio: "4:5" } as const;

test("a photo that lies on its side is turned upright, and what the camera wrote is removed", async () => {
  const folder = await temporaryFolder();
  const lying = { create: { width: 180, height: 144, channels: 3, background: "red" } } as const;
  const photo = await sharp(lying)
    .withExif({ IFD0: { Copyright: "Ana" }, IFD3: { GPSLatitude: "23/1 33/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(photo).metadata()).exif?.includes("Ana")).toBe(true);
  await encodePicture(photo, portrait, folder);
  expect(readdirSync(folder).sort()).toEqual(["ana-36.avif", "ana-72.avif", "ana-72.jpg"]);
  for (const file of readdirSync(folder)) {
    const { exif, width, height, orientation } = await sharp(join(folder, file)).metadata();
    expect({ exif, orientation }).toEqual({});
    expect(height).toBeGreaterThan(width);
  }
});

const poster = { kind: "picture", name: "aula", width: 640, height: 360, ratio: "16:9" } as const;

test.each([
  ["320 × 180", /^$/],
  ["319 × 179", /ficaria sem nitidez/],
  ["800 × 600", /^$/],
  ["799 × 601", /o corte tiraria 25% da imagem/],
])("of an original of %s for a poster of 640 × 360 is said: %s", async (size, says) => {
  const [width = 0, height = 0] = size.split(" × ").map(Number);
  const file = join(await temporaryFolder(), "aula.png");
  await sharp({ create: { width, height, channels: 3, background: "gray" } }).toFile(file);
  expect((await refuseOriginal(file, poster)) ?? "").toMatch(says);
});
