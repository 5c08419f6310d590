import { createHash } from "node:crypto";
import { door } from "#phrases/panel/door.ts";
import { commonHeaders, forOneRequest, nonPageHeaders } from "#server/http/headers.ts";
import { permissionsPolicy } from "#server/pages/security.ts";
import { renderFailure, renderNotice } from "#server/panel/look/message-pages.ts";
import { panelStyles } from "#server/panel/look/panel-document.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";

type Headers = Readonly<Record<string, string>>;
type Notice = keyof typeof door.notices;
type Failure = Exclude<keyof typeof door.failures, "title">;

/** How each page of the panel is answered. */
export type PanelAnswers = {
  page: (html: string, status?: number, more?: Headers) => Response;
  notice: (notice: Notice, status: number, more?: Headers) => Response;
  failure: (failure: Failure, status: number) => Response;
  tooMany: (waitMs: number) => Response;
  backToPanel: (more?: Headers) => Response;
};

export function createPanelAnswers(siteUrl: string): PanelAnswers {
  const headers = pageHeaders(siteUrl);
  const page: PanelAnswers["page"] = (html, status = 200, more = {}) =>
    new Response(html, { status, headers: { ...headers, ...more } });
  const notice: PanelAnswers["notice"] = (name, status, more) => {
    const { title, sentence, command = door.newLink }: Words = door.notices[name];
    return page(renderNotice({ title, sentence, command }), status, more);
  };
  return {
    page,
    notice,
    tooMany: (waitMs) =>
      notice("tooMany", 429, { "Retry-After": String(Math.ceil(waitMs / 1_000)) }),
    failure: (failure, status) => page(renderFailure({ sentence: door.failures[failure] }), status),
    backToPanel: (more = {}) => {
      const { panel: Location } = panelPaths;
      const all = { ...nonPageHeaders, ...forOneRequest, ...more, Location };
      return new Response(null, { status: 303, headers: all });
    },
  };
}

type Words = { title: string; sentence: string; command?: string };

/** The answer to a method that an address of the panel does not have. */
export function refuseMethod(allowed: string): Response {
  const headers = { ...nonPageHeaders, ...forOneRequest, Allow: allowed };
  return new Response(null, { status: 405, headers });
}

function pageHeaders(siteUrl: string): Headers {
  return {
    ...commonHeaders,
    ...forOneRequest,
    // With `no-referrer` browsers send `Origin: null` with the panel's own forms, which are then refused.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": permissionsPolicy,
    "Content-Security-Policy": policy(siteUrl),
    "Content-Type": "text/html; charset=utf-8",
  };
}

/** The pages of the panel have no script, and load only the fonts and the icon of the site. */
function policy(siteUrl: string): string {
  const hash = createHash("sha256").update(panelStyles).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(siteUrl.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
