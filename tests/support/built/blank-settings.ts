/**
 * A developer's own `.env` must reach no test and no bench: what is set, if only to nothing, wins over it. Port and
 * data folder are left to who starts the server.
 */
export const blankSettings = {
  HOST: "",
  DATABASE_URL: "",
  RETENTION_DAYS: "",
  SITE_URL: "",
  FUNCTION_URL: "",
  TRUSTED_PROXIES: "",
  METRICS_TOKEN: "",
  ALLOWED_ORIGINS: "",
  ACTIVECAMPAIGN_URL: "",
  ACTIVECAMPAIGN_TOKEN: "",
  ACTIVECAMPAIGN_LIST: "",
  ACTIVECAMPAIGN_TAGS: "",
};
