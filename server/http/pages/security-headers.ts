import { createHash } from "node:crypto";
import { links } from "#content/links.ts";
import { commonHeaders } from "#server/http/headers.ts";

export type SecurityHeaders = Readonly<Record<string, string>>;

/** The only other site that a page may show in a frame. The frame is loaded when a visitor starts a video. */
const videoPlatform = new URL(links.videoPlayer).origin;

/**
 * Not in this list, because the video player uses them: autoplay, encrypted-media, fullscreen and picture-in-picture.
 * Not in this list either: bluetooth. A Chromium without that feature writes a warning to the console of every page.
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

/**
 * Allows exactly the scripts and styles in the final bytes of `pages`. The server passes one page. The rules of a static
 * host are for addresses and cannot tell a 404 apart, so there all pages share one policy.
 */
export function pageHeaders(pages: readonly string[], siteUrl: string): SecurityHeaders {
  return {
    ...commonHeaders,
    "Permissions-Policy": deniedFeatures.map((feature) => `${feature}=()`).join(", "),
    "Content-Security-Policy": policy(pages.map(sourcesOf), siteUrl),
  };
}

type PageSources = { scripts: string[]; styles: string[]; fonts: string[]; formOrigins: string[] };

/** Without scripts that are loaded from an address, and without data, which browsers never run (HTML, "data block"). */
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>(.*?)<\/script>/gs;
const inlineStyle = /<style[^>]*>(.*?)<\/style>/gs;
const inlineFont = /url\((data:)font\//g;
const formElsewhere = /<form[^>]*\saction="(https?:\/\/[^"]+)"/g;

/** The forms post to the lead function: at the page's own origin, or at another one that is written in the page. */
function sourcesOf(html: string): PageSources {
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

function policy(pages: readonly PageSources[], siteUrl: string): string {
  const all = (part: keyof PageSources) => [...new Set(pages.flatMap((page) => page[part]))];
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
    // At an http address Safari would upgrade even requests to localhost, and nothing answers https there.
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}
