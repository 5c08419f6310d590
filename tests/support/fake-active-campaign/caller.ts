import { onTestFinished } from "vitest";
import { type FakeOptions, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";

/** A fake ActiveCampaign whose clock only the test moves, and functions that send requests to it. */
export async function startWithCaller(options: FakeOptions = {}) {
  const clock = { now: Date.UTC(2026, 0, 2, 15) };
  const fake = await startFakeActiveCampaign({ clock: () => clock.now, ...options });
  onTestFinished(() => fake.stop());
  const call = (on: string, body?: unknown) => callOnce(fake.url, on, body);
  return { fake, clock, call, sync: (email: string, more = {}) => call(...syncOf(email, more)) };
}

type CallAnswer = { status: number; text: string; body: unknown; headers: Headers };

/** Sends a request to the fake. `on` is the request's method and path, as in `POST /contact/sync`. */
export async function callOnce(
  url: string,
  on: string,
  body?: unknown,
  redirect: "manual" | "follow" = "manual",
): Promise<CallAnswer> {
  const [method = "", path = ""] = on.split(" ");
  const response = await fetch(`${url}/api/3${path}`, {
    method,
    redirect,
    headers: { "Api-Token": "fake-token" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Makes all calls at once. Returns the statuses in the order of the calls. */
export async function statusesOf(
  count: number,
  call: (index: number) => Promise<CallAnswer>,
): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => call(index)));
  return answers.map(({ status }) => status);
}

export function syncOf(email: string, more = {}): [string, unknown] {
  return ["POST /contact/sync", { contact: { email, ...more } }];
}

export function importOf(...contacts: unknown[]): [string, unknown] {
  return ["POST /import/bulk_import", { contacts }];
}
