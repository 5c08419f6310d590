import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { type EventPlan, editionAt } from "#event/edition.ts";
import { presentWordings } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { minuteMs } from "#event/time-zone.ts";
import {
  addContactPath,
  contextHeader,
  idempotencyHeader,
  type SignUpContext,
} from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { CommandLineIo } from "#server/command-line/command.ts";

/** The times of a rehearsal, in milliseconds since 1970. */
export type Play = {
  /** The event with the doors and the class of the rehearsal, which are minutes long. */
  event: EventPlan;
  edition: number;
  preparedAt: number;
  doorsAt: number;
  start: number;
  end: number;
  over: number;
  /** When each made-up person signs up, in order. */
  signUpsAt: number[];
};

/** How the time of the rehearsal is divided: until the doors, until the class, the class, and the time after it. */
const shares = { untilDoors: 0.2, doors: 0.2, live: 0.4, after: 0.2 };
const signUpsPerMinute = 24;
/** Fewer than one network address may send in a burst, because all sign-ups come from this machine. */
const maxSignUps = 240;
const minSignUps = 12;

/** The shares of the sign-ups, and in which part of the time they come: most of them when the class begins. */
const waves: readonly { share: number; part: keyof typeof shares; within: number }[] = [
  { share: 0.25, part: "doors", within: 1 },
  { share: 0.5, part: "live", within: 0.2 },
  { share: 0.15, part: "live", within: 0.9 },
  { share: 0.1, part: "after", within: 0.3 },
];

export function planPlay(planned: EventPlan, now: number, minutes: number): Play {
  const event = {
    ...planned,
    doorsMinutes: minutes * shares.doors,
    durationMinutes: minutes * shares.live,
  };
  const lasts = (share: number) => Math.round(minutes * minuteMs * share);
  const doorsAt = now + lasts(shares.untilDoors);
  const start = doorsAt + lasts(shares.doors);
  const end = start + lasts(shares.live);
  const begins = { untilDoors: now, doors: doorsAt, live: start, after: end };
  const count = Math.min(Math.max(Math.round(minutes * signUpsPerMinute), minSignUps), maxSignUps);
  const signUpsAt = waves.flatMap(({ share, part, within }) =>
    evenly(begins[part], lasts(shares[part] * within), Math.round(count * share)),
  );
  return {
    event,
    edition: editionAt(event, now).year,
    preparedAt: now,
    doorsAt,
    start,
    end,
    over: end + lasts(shares.after),
    signUpsAt: signUpsAt.sort((one, other) => one - other),
  };
}

function evenly(from: number, lasts: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + (lasts * (index + 0.5)) / count);
}

/** What has become of the sign-ups so far. `led`: how many people the group's button and the entrance led to each address. */
export type Sent = { sent: number; accepted: number; led: Map<string, number> };

const emailStart = "ensaio-";
/** No person has an address at this domain: RFC 2606 keeps it for examples. */
const emailEnd = "@example.com";
/** As if the person had read the page for a while: the server marks faster sign-ups. */
const elapsedMs = 20_000;

export function isMadeUp(email: string): boolean {
  return email.startsWith(emailStart) && email.endsWith(emailEnd);
}

type SendingIo = Pick<CommandLineIo, "clock" | "sleep" | "fetch">;
type Sending = {
  url: string;
  play: Play;
  /** The phase that the page shows now. */
  phase: () => Phase | undefined;
  sent: Sent;
};

/** Sends all sign-ups at their times, as the page's form does. Resolves when each has its answer. */
export async function sendSignUps(io: SendingIo, sending: Sending): Promise<void> {
  const { url, play, phase, sent } = sending;
  await Promise.all(
    play.signUpsAt.map(async (at, index) => {
      await wait(io, Math.max(at - io.clock(), 0));
      sent.sent += 1;
      const request = signUp(index + 1, phase());
      const answer = await io.fetch(`${url}${addContactPath}`, request).catch(() => undefined);
      const body: unknown = await answer?.json().catch(() => undefined);
      if (!answer?.ok) return;
      sent.accepted += 1;
      await followLinks(io, sending, body);
    }),
  );
}

/** Goes to the group and to the class with the person's own link, and no further than to where the server leads. */
async function followLinks({ fetch }: SendingIo, { url, sent }: Sending, body: unknown) {
  if (typeof body !== "object" || body === null || !("group" in body)) return;
  const group = String(body.group);
  for (const [what, path] of [
    ["Pelo botão do grupo", group],
    ["Pela entrada da aula", group.replace(paths.group, paths.live)],
  ]) {
    const answer = await fetch(`${url}${path}`, { redirect: "manual" }).catch(() => undefined);
    await answer?.body?.cancel();
    const link = answer?.headers.get("location");
    if (!link) continue;
    const where = `${what}, a ${link}`;
    sent.led.set(where, (sent.led.get(where) ?? 0) + 1);
  }
}

/** Ends only with its time: Ctrl-C ends the whole process. Each wait has a signal of its own, as many wait at once. */
export function wait({ sleep }: Pick<CommandLineIo, "sleep">, ms: number): Promise<void> {
  return sleep(ms, new AbortController().signal);
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
