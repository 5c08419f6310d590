import { existsSync } from "node:fs";

/**
 * Where this site is served already by another process of this machine, as `npm start` would serve it. Another program
 * on the port does not answer `/healthz` as ours does.
 * `port` if it is not the one of `npm start`.
 */
export async function ownSiteThatRuns(port?: string): Promise<string | undefined> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const address = `http://localhost:${port ?? (process.env["PORT"] || "3000")}`;
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(2_000) });
    return answer.ok && (await answer.text()) === "ok\n" ? address : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What `npm start` says when the site runs already.
 * `isNew` whether this start has published another version.
 */
export function sayItRuns(address: string, isNew: boolean) {
  const again = "pare-o com Ctrl-C na janela dele e rode de novo: npm start";
  return isNew
    ? `A página nova está publicada. O site da Black AHSD já roda em ${address} e ainda mostra a versão com que começou: ${again}`
    : `O site da Black AHSD já roda em ${address}. Se ele ainda mostra uma versão antiga, ${again}`;
}

/** What `npm run dev` says when the site runs already. */
export function sayStopItFirst(address: string) {
  return `O site da Black AHSD já roda em ${address}, na porta que npm run dev usa. Pare-o com Ctrl-C na janela dele e rode de novo: npm run dev`;
}
