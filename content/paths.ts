import { groupPath } from "./shapes/script-paths.ts";

/** The path of each page. Do not change a path, because links and settings outside of the site use it. */
export const paths = {
  landing: "/",
  privacy: "/politica-privacidade",
  terms: "/termos-uso",
  received: "/inscricao-recebida",
  live: "/aovivo",
  group: groupPath,
  otherGroup: "/grupo/outro",
  retry: "/422",
  notFound: "/404",
  malformed: "/400",
  error: "/500",
} as const;
