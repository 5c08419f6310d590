import { dayMs, hourMs } from "#event/time-zone.ts";
import type { TroubleName } from "#phrases/troubles.ts";

export type MachineDeps = {
  clock: () => number;
  steadyClock: () => number;
  /** The free share of the disk of the store's folder; on Postgres of the server's own disk. */
  diskFreeShare: () => Promise<number>;
  /** When the certificate of the public address ends; undefined if it cannot be asked, or if there is none. */
  certificateEnd: () => Promise<number | undefined>;
};

const minFreeShare = 0.1;
const certificateEveryMs = hourMs;
const minCertificateMs = 7 * dayMs;

/** Finds the troubles of this machine. What cannot be asked is no trouble. */
export function createMachineLook(deps: MachineDeps): () => Promise<TroubleName[]> {
  const endsSoon = createCertificateLook(deps);
  return async () => {
    const found: TroubleName[] = [];
    const freeShare = await deps.diskFreeShare().catch(() => 1);
    if (freeShare < minFreeShare) found.push("disco-quase-cheio");
    if (endsSoon()) found.push("certificado-vencendo");
    return found;
  };
}

/** Asks for the certificate once an hour, and in the background, because an address that does not answer takes long. */
function createCertificateLook({ clock, steadyClock, certificateEnd }: MachineDeps): () => boolean {
  let end: number | undefined;
  let nextAt = -Infinity;
  return () => {
    if (steadyClock() >= nextAt) {
      nextAt = steadyClock() + certificateEveryMs;
      void certificateEnd().then((at) => {
        end = at;
      });
    }
    return end !== undefined && end - clock() < minCertificateMs;
  };
}
