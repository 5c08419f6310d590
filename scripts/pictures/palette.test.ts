import { expect, test } from "vitest";
import { inHex } from "./palette.ts";

test("colours in OKLCH become hex, those with transparency too, and the rest of the styles stays", () => {
  expect(inHex("a{color:oklch(82% 0.14 75);margin:0}")).toBe("a{color:#f9b64f;margin:0}");
  expect(inHex("a{color:oklch(18% 0.03 75 / 0.35)}")).toBe("a{color:#190f0359}");
});
