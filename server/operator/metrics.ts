import { setTimeout as sleep } from "node:timers/promises";
import { hasToken, neverCached } from "#server/pages/security.ts";
import { createSignUpCounts, type Histogram, type SignUpOutcome } from "#server/sign-up/route.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { countParked, findUndelivered, waitedMs } from "#server/store/deliveries/progress.ts";
import type { Database } from "#server/store/row-types.ts";
import type { Commit } from "#server/store/submissions/submissions.ts";
import { cachedFor } from "./cached-for.ts";

export type Metrics = {
  countSignUp: (outcome: SignUpOutcome) => void;
  measureCommit: (commit: Commit) => void;
  /** All metrics in Prometheus' text format. */
  text: () => Promise<string>;
};

const maxAgeMs = 5_000;
const maxWaitMs = 2_500;

const families = {
  sign_ups_accepted_total: ["counter", "Sign-ups answered with success"],
  sign_ups_stored_total: ["counter", "Sign-ups written to the disk"],
  sign_ups_repeated_total: ["counter", "Sign-ups that were stored before, sent again"],
  sign_ups_flagged_total: ["counter", "Sign-ups that look automatic"],
  sign_ups_refused_total: ["counter", "Sign-ups answered with an error"],
  sign_up_commit_seconds: ["histogram", "How long a commit of waiting sign-ups took"],
  sign_up_commit_group_size: ["histogram", "How many sign-ups were committed together"],
  undelivered_leads: [
    "gauge",
    "Leads that are not yet in ActiveCampaign, without those that are held or parked",
  ],
  undelivered_oldest_seconds: ["gauge", "How long the oldest of them has waited"],
  delivery_circuit_tripped: [
    "gauge",
    "1 while ActiveCampaign fails and only gets a probe now and then",
  ],
  delivery_paused: ["gauge", "1 while the operator has paused delivery"],
  parked_leads: ["gauge", "Leads that ActiveCampaign refused and that wait for the operator"],
} as const;

/** The samples of each family: what follows its name, and the value. */
type Samples = Iterable<readonly [suffix: string, value: number | boolean]>;

export function createMetrics(database: Database, clock: () => number): Metrics {
  const counts = createSignUpCounts();
  const readStore = cachedFor(maxAgeMs, clock, async () => ({
    ...(await findUndelivered(database)),
    circuit: await readCircuit(database),
    parked: await countParked(database),
  }));

  async function samples(): Promise<Record<keyof typeof families, Samples>> {
    // If the store fails or is slow, only its figures are missing: those of the process matter most then.
    const tooLate = sleep(maxWaitMs, undefined, { ref: false });
    const read = await Promise.race([readStore(), tooLate]).catch(() => undefined);
    const { stored, repeated } = counts.accepted;
    return {
      sign_ups_accepted_total: [["", stored + repeated]],
      sign_ups_stored_total: [["", stored]],
      sign_ups_repeated_total: [["", repeated]],
      sign_ups_flagged_total: labelled("flag", Object.entries(counts.flagged)),
      sign_ups_refused_total: labelled("reason", counts.refused),
      sign_up_commit_seconds: samplesOf(counts.commits.seconds),
      sign_up_commit_group_size: samplesOf(counts.commits.sizes),
      undelivered_leads: read ? [["", read.count]] : [],
      undelivered_oldest_seconds: read ? [["", waitedMs(read.oldestAt, clock()) / 1_000]] : [],
      delivery_circuit_tripped: read ? [["", read.circuit.tripped !== undefined]] : [],
      delivery_paused: read ? [["", read.circuit.pausedAt !== undefined]] : [],
      parked_leads: read ? [["", read.parked]] : [],
    };
  }

  return {
    countSignUp: counts.countSignUp,
    measureCommit: counts.measureCommit,
    text: async () => write(new Map(Object.entries(await samples()))),
  };
}

function labelled(label: string, counts: Iterable<[string, number]>): Samples {
  return Array.from(counts, ([value, count]) => [`{${label}="${value}"}`, count]);
}

function samplesOf({ atMost, total: { sum, count } }: Histogram): Samples {
  return [
    ...Array.from(atMost, ([bound, below]) => [`_bucket{le="${bound}"}`, below] as const),
    [`_bucket{le="+Inf"}`, count],
    ["_sum", sum],
    ["_count", count],
  ];
}

/** The format: https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
function write(samples: ReadonlyMap<string, Samples>): string {
  const lines = Object.entries(families).flatMap(([name, [type, help]]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...(samples.get(name) ?? [])].map(([suffix, value]) => `${name}${suffix} ${Number(value)}`),
  ]);
  return `${lines.join("\n")}\n`;
}

const contentType = "text/plain; version=0.0.4; charset=utf-8";

const loopback = /^(127\.|::1$|::ffff:127\.)/i;

/**
 * The headers that show that a proxy passed the request on. A proxy on this machine connects by loopback, as the
 * operator does, but adds one of these headers to a visitor's request.
 */
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Returns undefined for a request that may not see the metrics: the server then answers as for an unknown page. */
export async function answerMetrics(
  metrics: Metrics,
  { headers }: Request,
  { peer = "", token }: { peer: string | undefined; token: string | undefined },
): Promise<Response | undefined> {
  const isLocal = loopback.test(peer) && !forwardingHeaders.some((name) => headers.has(name));
  if (!isLocal && !hasToken(headers, token)) return undefined;
  return new Response(await metrics.text(), {
    headers: { ...neverCached, "Content-Type": contentType },
  });
}
