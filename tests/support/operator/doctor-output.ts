import { builtSite } from "#tests/support/built/built-site.ts";

const labels = { ok: "ok", warn: "aviso", fail: "falha" };

/** The subjects of doctor's lines with this level, in their order. */
export function subjectsAt(level: keyof typeof labels, out: string): string[] {
  const lines = [...out.matchAll(/^(ok|aviso|falha) +([^:]+):/gm)];
  return lines.flatMap(([, found, subject = ""]) => (found === labels[level] ? [subject] : []));
}

/** Options for `run` with a site that was built for the operator's public URL. */
export async function withBuiltSite() {
  return { folders: { site: await builtSite("https://example.com"), pictures: "content" } };
}
