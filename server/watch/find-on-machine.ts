import { dayMs, hourMs } from "#event/time-zone.ts";
import type { TroubleName } from "#phrases/troubles.ts";
import type { Job } from "#server/jobs.ts";

export type MachineDeps = {
  clock: () => number;
  /** The free share of the disk of the store's folder; on Postgres of the server's own disk. */
  diskFreeShare: () => Promise<number>;
  /** When the certificate of the public address ends; undefined if it cannot be asked, or if there is none. */
  certificateEnd: (stopped: AbortSignal) => Promise<number | undefined>;
};

const minFreeShare = 0.1;
const minCertificateMs = 7 * dayMs;

export type MachineLook = {
  /** Finds the troubles of this machine. What cannot be asked is no trouble. */
  find: () => Promise<TroubleName[]>;
  /** A job of its own, because an address that does not answer takes long. */
  askForCertificate: Job;
};

export function createMachineLook({
  clock,
  diskFreeShare,
  certificateEnd,
}: MachineDeps): MachineLook {
  let end: number | undefined;
  return {
    async find() {
      const found: TroubleName[] = [];
      if ((await diskFreeShare().catch(() => 1)) < minFreeShare) found.push("disco-quase-cheio");
      if (end !== undefined && end - clock() < minCertificateMs) found.push("certificado-vencendo");
      return found;
    },
    askForCertificate: {
      name: "certificate",
      everyMs: hourMs,
      async run(stopped) {
        end = await certificateEnd(stopped);
      },
    },
  };
}
