import { links } from "#content/links.ts";
import type { Phase } from "#event/phase.ts";
import { presentWordings } from "#event/present-wordings.ts";
import {
  addContactPath,
  contextHeader,
  idempotencyHeader,
  type SignUpContext,
} from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { CommandIo } from "#server/commands/command-line/command.ts";
import { type Play, uninterrupted } from "./play.ts";

/** What has become of the sign-ups so far. `waiting`: the server asked to try again later. */
export type Sent = { sent: number; accepted: number; waiting: number };

const emailStart = "ensaio-";
/** No person has an address at this domain: RFC 2606 keeps it for examples. */
const emailEnd = "@example.com";
const retryMs = 1_000;
/** As if the person had read the page for a while: the server marks faster sign-ups. */
const elapsedMs = 20_000;

export function isMadeUp(email: string): boolean {
  return email.startsWith(emailStart) && email.endsWith(emailEnd);
}

type SendingIo = Pick<CommandIo, "clock" | "sleep" | "fetch">;
type Sending = {
  url: string;
  play: Play;
  /** The phase that the page shows now. */
  phase: () => Phase | undefined;
  sent: Sent;
};

/** Sends all sign-ups at their times, as the page's form does. Resolves when each has ended. */
export async function sendSignUps(io: SendingIo, sending: Sending): Promise<void> {
  await Promise.all(
    sending.play.signUpsAt.map(async (at, index) => {
      await io.sleep(Math.max(at - io.clock(), 0), uninterrupted);
      await sendUntilAccepted(io, sending, index + 1);
    }),
  );
}

/** Sends a sign-up again as long as the server asks for it, until the play is over. */
async function sendUntilAccepted(io: SendingIo, sending: Sending, person: number): Promise<void> {
  const { url, play, phase, sent } = sending;
  const request = signUp(person, phase());
  sent.sent += 1;
  for (;;) {
    const answer = await io.fetch(`${url}${addContactPath}`, request).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) sent.accepted += 1;
    const wait = answer === undefined ? retryMs : askedWait(answer);
    if (wait === undefined || io.clock() + wait > play.over) return;
    sent.waiting += 1;
    await io.sleep(wait, uninterrupted);
    sent.waiting -= 1;
  }
}

/** How long the server asks to wait before the next try; undefined if no further try is wanted. */
function askedWait({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get("retry-after"));
  return seconds > 0 ? seconds * 1_000 : retryMs;
}

/** The telephone number cannot exist: no region of Brazil has the code 00, and no number begins with 0. */
export function madeUpPerson(person: number): Lead {
  return {
    name: `Pessoa de ensaio ${person}`,
    email: `${emailStart}${person}${emailEnd}`,
    whatsapp: `(00) 00000-${String(person).padStart(4, "0")}`,
  };
}

function signUp(person: number, phase: Phase = "before"): RequestInit {
  const wording = presentWordings(phase).notice;
  const context: SignUpContext = { surface: "popup", wording, elapsedMs };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      apikey: links.publicKey,
      [idempotencyHeader]: `${emailStart}${person}`.padEnd(8, "-"),
      [contextHeader]: encodeURIComponent(JSON.stringify(context)),
    },
    body: JSON.stringify(madeUpPerson(person)),
  };
}
