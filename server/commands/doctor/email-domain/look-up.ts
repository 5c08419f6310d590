import { Resolver } from "node:dns/promises";

/** The look-ups in the DNS that doctor makes. */
export type Dns = Pick<Resolver, "resolveTxt" | "resolveCname">;

export type LookUp =
  | { kind: "found"; texts: string[] }
  /** The domain exists, and it has no such record. */
  | { kind: "none" }
  | { kind: "no-domain" }
  /** The DNS gave no answer, so doctor cannot say whether the record is there. */
  | { kind: "unknown"; code: string };

/** Short, because without a network doctor would otherwise wait for each of the DNS servers in turn. */
const maxAnswerMs = 1_500;

export function createDns(timeout = maxAnswerMs): Resolver {
  return new Resolver({ timeout, tries: 1 });
}

/** Looks up TXT records. A DNS server sends a long text in several parts, which belong together without a space. */
export function lookUpTxt(dns: Dns, name: string): Promise<LookUp> {
  return lookUp(async () => (await dns.resolveTxt(name)).map((parts) => parts.join("")));
}

export function lookUpCname(dns: Dns, name: string): Promise<LookUp> {
  return lookUp(() => dns.resolveCname(name));
}

async function lookUp(ask: () => Promise<string[]>): Promise<LookUp> {
  try {
    return { kind: "found", texts: await ask() };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === "ENODATA") return { kind: "none" };
    return code === "ENOTFOUND" ? { kind: "no-domain" } : { kind: "unknown", code };
  }
}
