import { sessionMs } from "#server/store/panel/panel-keys.ts";

/** The cookie that holds the secret of a session of the panel. */
export type SessionCookie = {
  name: string;
  /** The header `Set-Cookie` that gives the browser this secret; without a secret it removes the cookie. */
  header: (secret?: string) => string;
};

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The cookie for a site at this address; undefined if the secret would travel in clear text. Browsers take a cookie
 * `__Host-` only over HTTPS and from this very host, so no other host of the domain can plant a session.
 */
export function sessionCookieOf(siteUrl: string): SessionCookie | undefined {
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol === "https:") return cookie("__Host-painel", "; Secure");
  return isLoopback(hostname) ? cookie("painel", "") : undefined;
}

/** Whether only this machine can open an address with this host. */
export function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}

function cookie(name: string, secure: string): SessionCookie {
  return {
    name,
    header(secret) {
      const seconds = secret === undefined ? 0 : sessionMs / 1_000;
      return `${name}=${secret ?? ""}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
