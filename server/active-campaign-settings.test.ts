import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("a shortened copy of a key is a mistake, and the message does not contain it", () => {
  const read = readConfig({
    ACTIVECAMPAIGN_URL: "https://account.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "abc…def",
  });
  expect(read).toMatchObject({
    mistakes: [expect.stringMatching(/^ACTIVECAMPAIGN_TOKEN(?!.*abc)/)],
  });
});

test.each([
  ["http://localhost:4000", "config"],
  ["http://127.0.0.1:4000", "config"],
  ["http://[::1]:4000", "config"],
  ["http://localhost.example.com", "mistakes"],
  ["ftp://account.api-us1.com", "mistakes"],
  ["account.api-us1.com", "mistakes"],
])("ACTIVECAMPAIGN_URL=%s gives %s", (ACTIVECAMPAIGN_URL, kind) => {
  expect(readConfig({ ACTIVECAMPAIGN_URL, ACTIVECAMPAIGN_TOKEN: "key" }).kind).toBe(kind);
});

test("people who want to hear of the next class have a tag by default, and the others have none", () => {
  const account = {
    ACTIVECAMPAIGN_URL: "https://account.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "key",
  };
  expect(readConfig({ ...account, ACTIVECAMPAIGN_NEXT_TAGS: "" })).toMatchObject({
    config: { activeCampaign: { tags: [], nextTags: ["black-ahsd-proxima"] } },
  });
});
