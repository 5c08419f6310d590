import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("each setting has a default", () => {
  expect(readConfig({ PORT: "", ACTIVECAMPAIGN_URL: " " })).toEqual({
    kind: "config",
    config: {
      port: 3000,
      host: "localhost",
      siteUrl: "http://localhost:3000",
      trustedProxies: 0,
      allowedOrigins: ["http://localhost:3000"],
      metricsToken: undefined,
      store: { kind: "sqlite", folder: "data" },
      retentionDays: undefined,
      activeCampaign: undefined,
      emailDomain: undefined,
      alerts: { url: undefined, heartbeatUrl: undefined },
      bucketKeys: undefined,
    },
  });
});

test("all settings are read", () => {
  const read = readConfig({
    PORT: "8080",
    HOST: "0.0.0.0",
    SITE_URL: "https://example.com/",
    TRUSTED_PROXIES: "2",
    METRICS_TOKEN: "sixteen-letters!",
    DATABASE_URL: "postgres://user:secret@db/leads",
    RETENTION_DAYS: "365",
    ACTIVECAMPAIGN_URL: "https://account.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "key",
    ACTIVECAMPAIGN_LIST: "2",
    ACTIVECAMPAIGN_TAGS: "black, live ,",
    ACTIVECAMPAIGN_NEXT_TAGS: "next, later",
    EMAIL_DOMAIN: "Mail.Example.com",
    ALERT_URL: "https://ntfy.sh/topic",
    HEARTBEAT_URL: "http://localhost:9/beat",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "key",
    AWS_REGION: "sa-east-1",
  });
  expect(read).toEqual({
    kind: "config",
    config: {
      port: 8080,
      host: "0.0.0.0",
      siteUrl: "https://example.com",
      trustedProxies: 2,
      allowedOrigins: ["https://example.com"],
      metricsToken: "sixteen-letters!",
      store: { kind: "postgres", url: "postgres://user:secret@db/leads" },
      retentionDays: 365,
      activeCampaign: {
        url: "https://account.api-us1.com",
        token: "key",
        list: "2",
        tags: ["black", "live"],
        nextTags: ["next", "later"],
      },
      emailDomain: "mail.example.com",
      alerts: {
        url: "https://ntfy.sh/topic",
        heartbeatUrl: "http://localhost:9/beat",
      },
      bucketKeys: { id: "id", secret: "key", region: "sa-east-1" },
    },
  });
});

test("all mistakes are listed at once, each with its setting, and without passwords", () => {
  const read = readConfig({
    PORT: "abc",
    TRUSTED_PROXIES: "11",
    SITE_URL: "example.com",
    METRICS_TOKEN: "fifteen-secret!",
    DATABASE_URL: "mysql://user:secret@db/leads",
    ACTIVECAMPAIGN_URL: "http://account.api-us1.com",
    ACTIVECAMPAIGN_LIST: "main",
    EMAIL_DOMAIN: "secret@example.com",
    ALERT_URL: "https://api.telegram.org/botsecret/sendMessage",
    HEARTBEAT_URL: "http://secret.example.com",
  });
  const mistakes = read.kind === "mistakes" ? read.mistakes : [];
  expect(mistakes.map((mistake) => mistake.split(" ")[0]).sort()).toEqual([
    "ACTIVECAMPAIGN_LIST",
    "ACTIVECAMPAIGN_TOKEN",
    "ACTIVECAMPAIGN_URL",
    "ALERT_URL",
    "DATABASE_URL",
    "EMAIL_DOMAIN",
    "HEARTBEAT_URL",
    "METRICS_TOKEN",
    "PORT",
    "SITE_URL",
    "TRUSTED_PROXIES",
  ]);
  expect(mistakes).toContain('PORT é "abc". Escreva um número inteiro de 0 a 65535.');
  expect(mistakes.join()).not.toContain("secret");
});

test.each([
  ["0", "config"],
  ["65535", "config"],
  ["65536", "mistakes"],
  ["-1", "mistakes"],
  ["3000.5", "mistakes"],
])("PORT=%s gives %s", (PORT, kind) => {
  expect(readConfig({ PORT }).kind).toBe(kind);
});

test.each(["~", "~/dados", "~ana/dados"])(
  "DATA_DIR=%s is refused, because it would be a folder with the name ~",
  (DATA_DIR) => {
    const sentence = `DATA_DIR é "${DATA_DIR}", mas ~ só vale no terminal. Escreva o caminho inteiro da pasta, como /home/ana/dados.`;
    expect(readConfig({ DATA_DIR })).toEqual({ kind: "mistakes", mistakes: [sentence] });
  },
);

test.each(["dados", "./~dados", "/srv/dados~"])("DATA_DIR=%s is a folder", (DATA_DIR) => {
  expect(readConfig({ DATA_DIR })).toMatchObject({ config: { store: { folder: DATA_DIR } } });
});

test.each([
  ["29", "mistakes"],
  ["30", "config"],
  ["3650", "config"],
  ["3651", "mistakes"],
  ["1 year", "mistakes"],
])("RETENTION_DAYS=%s gives %s", (RETENTION_DAYS, kind) => {
  expect(readConfig({ RETENTION_DAYS }).kind).toBe(kind);
});

test("each origin in ALLOWED_ORIGINS is checked", () => {
  const read = readConfig({ ALLOWED_ORIGINS: "https://a.example.com/page, ftp://b.example.com,c" });
  expect(read).toMatchObject({
    kind: "mistakes",
    mistakes: [expect.stringContaining("ftp:"), expect.stringContaining('"c"')],
  });
  expect(readConfig({ ALLOWED_ORIGINS: "https://a.example.com/page" })).toMatchObject({
    config: { allowedOrigins: ["http://localhost:3000", "https://a.example.com"] },
  });
});
