import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { checkSettings } from "./check-settings.ts";

test.each([
  ["", "fail"],
  ["http://127.0.0.1:80", "fail"],
  ["http://example.com", "warn"],
  ["https://example.com", "ok"],
])("doctor's level for SITE_URL=%j is %s", (SITE_URL, level) => {
  const found = checkSettings(readConfig({ SITE_URL }));
  expect(found.find(({ subject }) => subject === "SITE_URL")).toMatchObject({ level });
});

test.each([
  ["https://example.com", "", ["fail"]],
  ["https://example.com", "1", []],
  ["http://example.com", "", []],
])(
  "with SITE_URL=%s and TRUSTED_PROXIES=%j doctor's levels are %j",
  (SITE_URL, TRUSTED_PROXIES, levels) => {
    const found = checkSettings(readConfig({ SITE_URL, TRUSTED_PROXIES }));
    const proxies = found.filter(({ subject }) => subject === "proxies");
    expect(proxies.map(({ level }) => level)).toEqual(levels);
  },
);
