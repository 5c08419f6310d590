import type { ActiveCampaign } from "#server/active-campaign/client.ts";
import {
  createPacedClient,
  readWith,
  type Sleep,
  withRepeats,
} from "#server/active-campaign/paced-client.ts";
import { probeAccount } from "#server/active-campaign/probe-account.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { allowsStep, updateCircuit } from "./circuit-breaker.ts";
import type { LeaseHolder } from "./lease-holder.ts";
import { type StepOrder, takeNextStep } from "./next-step.ts";
import type { StepDeps, StepResult, Target } from "./step.ts";

export type TakeStepsDeps = Omit<StepDeps, "client" | "target"> & {
  /** Undefined if the settings for ActiveCampaign are missing: leads are derived and kept, but not delivered. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  sleep: Sleep;
  /** Writes the alarm about waiting leads to the log. */
  alarm: (now: number) => Promise<void>;
  /** Interrupts the request under way. */
  stopped: AbortSignal;
  /** Lets the step under way end, and allows no further one. */
  finished: AbortSignal;
};

const stepsPerPass = 4;

/** Takes a few steps of deliveries. Returns true if more steps may be possible at once. */
export async function takeSteps(work: TakeStepsDeps, holder: LeaseHolder): Promise<boolean> {
  const { database, clock, delivery, alarm } = work;
  // A courier without settings for ActiveCampaign does not take the lease, so that a courier with settings can deliver,
  // but it still reports leads that wait.
  const lease = delivery && (await holder.hold(await clock()));
  if (delivery === undefined || lease !== undefined) await alarm(await clock());
  if (delivery === undefined || lease === undefined) return false;
  const { activeCampaign, target } = delivery;
  const limited = createPacedClient({ ...work, activeCampaign, lease });
  const client = withRepeats(limited, work.failures.noteRepeat);
  for (let steps = 1; steps <= stepsPerPass; steps += 1) {
    const circuit = await readCircuit(database);
    const startedAt = await clock();
    if (work.finished.aborted || !allowsStep(circuit, startedAt)) return false;
    const order = { leadFirst: steps === stepsPerPass, probing: circuit.tripped !== undefined };
    const result = await takeStep({ ...work, client, target }, order);
    await updateCircuit({ ...work, startedAt }, result);
    // An interrupted step may mean that the lease is lost, so the next pass renews the lease first.
    if (result.kind === "interrupted") holder.checkNextTime();
    if (result.kind === "nothing" || result.kind === "interrupted") return false;
  }
  return true;
}

/** While the circuit is tripped, probes the account before a step, because a bad lead alone could keep the circuit tripped. */
async function takeStep(deps: StepDeps, order: StepOrder): Promise<StepResult> {
  if (!order.probing) return takeNextStep(deps, order);
  const account = await probeAccount(readWith(deps.client));
  if (account.kind !== "answers") return { ...account, subject: "account" };
  const result = await takeNextStep(deps, order);
  return result.kind === "nothing" ? { kind: "done", subject: "account" } : result;
}
