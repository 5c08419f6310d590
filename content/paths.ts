/** The address of each page. They stay as they are: links and settings outside of the site name them. */
export const paths = {
  landing: "/",
  privacy: "/politica-privacidade",
  terms: "/termos-uso",
  received: "/inscricao-recebida",
  retry: "/422",
  notFound: "/404",
  malformed: "/400",
  error: "/500",
} as const;
