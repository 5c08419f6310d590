import { expect, test } from "vitest";
import { chooseEncoding } from "./accept-encoding.ts";

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP ; Q=1", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["gzip;q=0.5, *;q=0", "gzip"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0", "identity"],
  ["br;q=oops", "identity"],
  ["zstd", "identity"],
])("with all three encodings, the header %j is answered with %s", (header, encoding) => {
  expect(chooseEncoding(header, ["identity", "br", "gzip"])).toBe(encoding);
});

test("an encoding that the build did not make is not chosen", () => {
  expect(chooseEncoding("br, gzip", ["identity"])).toBe("identity");
  expect(chooseEncoding("br, gzip", ["identity", "gzip"])).toBe("gzip");
});
