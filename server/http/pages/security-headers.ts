import { createHash } from "node:crypto";
import { links } from "#content/links.ts";

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The one place of another company that a page may show, and only once a visitor asks for it. */
const videoPlatform = new URL(links.videoPlayer).origin;

/** Without the subdomains, which are not ours to speak for: somebody's shop may stand there. */
const oneYearSeconds = 31_536_000;

/**
 * Not named, so that the player that a visitor starts can use them: autoplay, encrypted-media, fullscreen and
 * picture-in-picture.
 * Not named either: bluetooth, because Chromium without that feature warns of the name in the console of every page.
 */
const deniedFeatures = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "clipboard-read",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

const onEveryAnswer = {
  "Strict-Transport-Security": `max-age=${oneYearSeconds}`,
  "X-Content-Type-Options": "nosniff",
  // The player refuses to play for a page that says less.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** For whatever is no page: should a browser show it as one all the same, it can do nothing. */
export const bareHeaders: SecurityHeaders = {
  ...onEveryAnswer,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
};

/**
 * For these very pages, by their final bytes: what stands in them may run, and nothing else. A server gives one
 * page; for a static host, whose rules go by address and know no 404, all pages of the site share one policy.
 */
export function pageHeaders(pages: readonly string[], siteUrl: string): SecurityHeaders {
  return {
    ...onEveryAnswer,
    "Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Content-Security-Policy": policy(pages.map(readPage), siteUrl),
  };
}

type ReadPage = { scripts: string[]; styles: string[]; fonts: string[]; formOrigins: string[] };

/** A script with a source is loaded by its address; one with a type of data is never run (HTML, "data block"). */
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gs;
const inlineFont = /url\((data:)font\//g;
const formElsewhere = /<form[^>]*\saction="(https?:\/\/[^"]+)"/g;

/** The lead function stands where the forms post to: at the page's own address, or at another one named there. */
function readPage(html: string): ReadPage {
  return {
    scripts: [...html.matchAll(inlineScript)].map(hash),
    styles: [...html.matchAll(inlineStyle)].map(hash),
    fonts: [...html.matchAll(inlineFont)].map(([, scheme = ""]) => scheme),
    formOrigins: [...html.matchAll(formElsewhere)].map(originOf),
  };
}

function hash([, text = ""]: RegExpMatchArray): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function originOf([, address = ""]: RegExpMatchArray): string {
  return new URL(address).origin;
}

function policy(pages: readonly ReadPage[], siteUrl: string): string {
  const all = (part: keyof ReadPage) => [...new Set(pages.flatMap((page) => page[part]))];
  const formOrigins = all("formOrigins");
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...all("scripts")].join(" "),
    `style-src ${all("styles").join(" ") || "'none'"}`,
    "img-src 'self'",
    ["font-src 'self'", ...all("fonts")].join(" "),
    "manifest-src 'self'",
    ["connect-src 'self'", ...formOrigins].join(" "),
    `frame-src ${videoPlatform}`,
    ["form-action 'self'", ...formOrigins].join(" "),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
    // On plain http Safari would ask even this machine for https, and find nobody.
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}
