import { expect, test } from "vitest";
import { contentType } from "./file-headers.ts";

test.each([
  ["index.html", "text/html; charset=utf-8"],
  ["black-ahsd.ics", "text/calendar; charset=utf-8"],
  ["assets/besley-1.woff2", "font/woff2"],
  ["manifest.webmanifest", "application/manifest+json"],
  ["without-ending", "application/octet-stream"],
])("the type of %s is %s", (name, type) => {
  expect(contentType(name)).toBe(type);
});
