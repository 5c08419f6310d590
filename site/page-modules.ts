/**
 * The module of each page. The build makes pages only of these modules; the other files in `site/pages` are parts of
 * pages.
 */
export const pageModules = {
  landing: "site/pages/landing.tsx",
  privacy: "site/pages/privacy.tsx",
  terms: "site/pages/terms.tsx",
  received: "site/pages/received.tsx",
  live: "site/pages/live.tsx",
  group: "site/pages/group.tsx",
  otherGroup: "site/pages/other-group.tsx",
  notFound: "site/pages/not-found.tsx",
  unexpectedError: "site/pages/unexpected-error.tsx",
  retry: "site/pages/retry.tsx",
} as const;

export type PageModule = (typeof pageModules)[keyof typeof pageModules];
