/**
 * A UUID or a trace id, as proxies make them. Nothing looser is taken over: it is logged, and a
 * telephone number or a name would pass for a word of letters and digits.
 */
const idForm = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

export const requestIdHeader = "X-Request-Id";

/** The id that the request came with, so that a proxy's log and ours can be read side by side; else a new one. */
export function requestId(given: string | null, newId: () => string): string {
  return given !== null && idForm.test(given) ? given : newId();
}
