/**
 * Keeps a developer's own `.env` out of tests and benches: a variable that is set, even to nothing, is not read from
 * `.env`. Each test sets the port and the data folder itself.
 */
export const blankSettings = {
  HOST: "",
  DATABASE_URL: "",
  DATABASE_CA: "",
  RETENTION_DAYS: "",
  SITE_URL: "",
  FUNCTION_URL: "",
  TRUSTED_PROXIES: "",
  METRICS_TOKEN: "",
  TICK_TOKEN: "",
  ALLOWED_ORIGINS: "",
  ACTIVECAMPAIGN_URL: "",
  ACTIVECAMPAIGN_TOKEN: "",
  ACTIVECAMPAIGN_LIST: "",
  ACTIVECAMPAIGN_TAGS: "",
  ACTIVECAMPAIGN_NEXT_TAGS: "",
  EMAIL_DOMAIN: "",
  ALERT_URL: "",
  HEARTBEAT_URL: "",
  AWS_ACCESS_KEY_ID: "",
  AWS_SECRET_ACCESS_KEY: "",
  AWS_REGION: "",
};
