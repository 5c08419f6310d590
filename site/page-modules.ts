/**
 * The module of each page. The build makes pages only of these modules; the other files in `site/pages` are parts of
 * pages.
 */
export const pageModules = {
  landing: "site/pages/landing.tsx",
  legal: "site/pages/legal-page.tsx",
  message: "site/pages/message-page.tsx",
  received: "site/pages/received.tsx",
  live: "site/pages/live.tsx",
  group: "site/pages/group.tsx",
  retry: "site/pages/retry.tsx",
} as const;

export type PageModule = (typeof pageModules)[keyof typeof pageModules];
