import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const account = {
  ACTIVECAMPAIGN_URL: "https://account.api-us1.com",
  ACTIVECAMPAIGN_TOKEN: "key",
};

test("each setting has a default", () => {
  expect(readConfig({ PORT: "", ACTIVECAMPAIGN_URL: " " })).toEqual({
    kind: "config",
    config: {
      port: 3000,
      host: "localhost",
      siteUrl: "http://localhost:3000",
      trustedProxies: 0,
      allowedOrigins: ["http://localhost:3000"],
      store: { kind: "sqlite", folder: "data" },
      retentionDays: undefined,
      activeCampaign: undefined,
      alerts: { url: undefined, heartbeatUrl: undefined },
      backupHeartbeatUrl: undefined,
    },
  });
});

test("all settings are read", () => {
  const read = readConfig({
    PORT: "8080",
    HOST: "0.0.0.0",
    SITE_URL: "https://example.com/",
    TRUSTED_PROXIES: "2",
    DATABASE_URL: "postgres://user:secret@db/leads",
    RETENTION_DAYS: "365",
    ACTIVECAMPAIGN_URL: "https://account.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "key",
    ACTIVECAMPAIGN_LIST: "2",
    ACTIVECAMPAIGN_TAGS: "black, live ,",
    ACTIVECAMPAIGN_NEXT_TAGS: "next, later",
    ACTIVECAMPAIGN_ENTERED_TAG: "entered",
    ALERT_URL: "https://ntfy.sh/topic",
    HEARTBEAT_URL: "http://localhost:9/beat",
    BACKUP_HEARTBEAT_URL: "https://example.com/copy",
  });
  expect(read).toEqual({
    kind: "config",
    config: {
      port: 8080,
      host: "0.0.0.0",
      siteUrl: "https://example.com",
      trustedProxies: 2,
      allowedOrigins: ["https://example.com"],
      store: { kind: "postgres", url: "postgres://user:secret@db/leads" },
      retentionDays: 365,
      activeCampaign: {
        url: "https://account.api-us1.com",
        token: "key",
        list: "2",
        tags: ["black", "live"],
        nextTags: ["next", "later"],
        enteredTag: "entered",
      },
      alerts: {
        url: "https://ntfy.sh/topic",
        heartbeatUrl: "http://localhost:9/beat",
      },
      backupHeartbeatUrl: "https://example.com/copy",
    },
  });
});

test.each([
  [{ COOLIFY_FQDN: "https://um.example:3000,https://dois.example" }, "https://um.example", 1],
  [{ COOLIFY_FQDN: "um.example", COOLIFY_URL: "http://um.example" }, "http://um.example", 1],
  [{ COOLIFY_FQDN: "um.example:3000", COOLIFY_URL: "" }, "https://um.example", 1],
  [{ RAILWAY_PUBLIC_DOMAIN: "um.up.railway.app" }, "https://um.up.railway.app", 1],
  [{ RENDER_EXTERNAL_URL: "https://um.onrender.com" }, "https://um.onrender.com", 1],
  [{ RAILWAY_PUBLIC_DOMAIN: "um.example", TRUSTED_PROXIES: "2" }, "https://um.example", 2],
  [{ RAILWAY_PUBLIC_DOMAIN: "um.example", TRUSTED_PROXIES: "0" }, "https://um.example", 0],
  [
    { RAILWAY_PUBLIC_DOMAIN: "um.example", SITE_URL: "https://nosso.example" },
    "https://nosso.example",
    1,
  ],
  [{ COOLIFY_FQDN: "", RENDER_EXTERNAL_URL: "", PORT: "8080" }, "http://localhost:8080", 0],
  [{ PORT: "80" }, "http://localhost", 0],
])("with %j the site is at %s, and proxies before it: %i", (env, siteUrl, trustedProxies) => {
  expect(readConfig(env)).toMatchObject({ config: { siteUrl, trustedProxies } });
});

test("all mistakes are listed at once, each with its setting, and without passwords", () => {
  const read = readConfig({
    PORT: "abc",
    TRUSTED_PROXIES: "11",
    SITE_URL: "example.com",
    DATABASE_URL: "mysql://user:secret@db/leads",
    ACTIVECAMPAIGN_URL: "http://account.api-us1.com",
    ACTIVECAMPAIGN_TOKEN: "secret…",
    ACTIVECAMPAIGN_LIST: "main",
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
    "HEARTBEAT_URL",
    "PORT",
    "SITE_URL",
    "TRUSTED_PROXIES",
  ]);
  expect(mistakes).toContain('PORT é "abc". Escreva um número inteiro de 0 a 65535.');
  expect(mistakes.join()).not.toContain("secret");
});

test.each([
  ["PORT", "0", "config"],
  ["PORT", "65535", "config"],
  ["PORT", "65536", "mistakes"],
  ["PORT", "-1", "mistakes"],
  ["PORT", "3000.5", "mistakes"],
  ["DATA_DIR", "~/dados", "mistakes"],
  ["DATA_DIR", "./~dados", "config"],
  ["DATA_DIR", "/srv/dados~", "config"],
  ["RETENTION_DAYS", "36", "mistakes"],
  ["RETENTION_DAYS", "37", "config"],
  ["RETENTION_DAYS", "3650", "config"],
  ["RETENTION_DAYS", "3651", "mistakes"],
  ["RETENTION_DAYS", "1 year", "mistakes"],
  ["ALERT_URL", "http://[::1]:4000/relay", "config"],
  ["ALERT_URL", "https://api.telegram.org/bot1:key/sendMessage?chat_id=-5", "config"],
  ["ALERT_URL", "https://api.telegram.org/bot1:key/sendMessage", "mistakes"],
  ["ALERT_URL", "http://relay.example.com/", "mistakes"],
])("%s=%s gives %s", (name, value, kind) => {
  expect(readConfig({ [name]: value }).kind).toBe(kind);
});

test.each([
  ["ACTIVECAMPAIGN_URL", "http://localhost:4000", "config"],
  ["ACTIVECAMPAIGN_URL", "http://localhost.example.com", "mistakes"],
  ["ACTIVECAMPAIGN_URL", "ftp://account.api-us1.com", "mistakes"],
  ["ACTIVECAMPAIGN_URL", "account.api-us1.com", "mistakes"],
  ["ACTIVECAMPAIGN_TOKEN", "", "mistakes"],
  ["ACTIVECAMPAIGN_TOKEN", "abc…def", "mistakes"],
])("with an account, %s=%s gives %s", (name, value, kind) => {
  expect(readConfig({ ...account, [name]: value }).kind).toBe(kind);
});

test("people who want to hear of the next class have a tag by default", () => {
  expect(readConfig({ ...account, ACTIVECAMPAIGN_NEXT_TAGS: "" })).toMatchObject({
    config: {
      activeCampaign: {
        tags: [],
        nextTags: ["black-ahsd-proxima"],
        enteredTag: "black-ahsd-entrou",
      },
    },
  });
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
