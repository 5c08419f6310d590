import { expect, test } from "vitest";
import { senderOf } from "./visitor-or-program.ts";

const address = "https://black.example/grupo";

test.each([
  "WhatsApp/2.24.20.89 A",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
  "Mozilla/5.0 (compatible; GoogleOther)",
  "FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)",
  "Mozilla/5.0 (Windows NT 6.1) AppleWebKit/534+ BingPreview/1.0b",
  "Mozilla/5.0 (compatible; Yahoo! Slurp)",
  "Mozilla/5.0 (compatible; Baiduspider/2.0)",
  "facebookcatalog/1.0",
  "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 Chrome-Lighthouse",
  "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
  "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  "Pinterest/0.2 (+http://www.pinterest.com/)",
  "Iframely/1.3.1 (+https://iframely.com/docs/about)",
])("what %s looks at is not pressed", (agent) => {
  expect(senderWith({ "user-agent": agent })).toBe("program");
});

test.each([
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
  // Phones of the maker Cubot, whose name ends in "bot" like the names of many programs.
  "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile",
  "Mozilla/5.0 (Linux; Android 11; Cubot Note) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/22A Instagram 350.0.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile/22A [FBAN/FBIOS;FBAV/480.0]",
  "",
])("who has the browser %j presses", (agent) => {
  expect(senderWith({ "user-agent": agent })).toBe("visitor");
});

test.each([
  [{ "sec-purpose": "prefetch" }],
  [{ "sec-purpose": "prefetch;prerender" }],
  [{ purpose: "prefetch" }],
  [{ "x-purpose": "preview" }],
  [{ "x-moz": "prefetch" }],
])("a browser that asks ahead, with %j, does not press", (headers) => {
  expect(senderWith(headers)).toBe("prefetch");
});

test.each(["image", "iframe", "script", "style", "video", "object", "empty", ""])(
  "a link that a page loads as a part of it, as %j, is no press",
  (destination) => {
    const headers = { "sec-fetch-dest": destination, "sec-fetch-site": "cross-site" };
    expect(senderWith(headers)).toBe("program");
  },
);

test.each([
  { "sec-fetch-dest": "document", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  { "sec-fetch-mode": "navigate" },
])("a visitor who opens the link, with %j, presses", (headers) => {
  expect(senderWith(headers)).toBe("visitor");
});

test("HEAD is no press", () => {
  expect(senderOf(new Request(address, { method: "HEAD" }))).toBe("program");
});

function senderWith(headers: Record<string, string>) {
  return senderOf(new Request(address, { headers }));
}
