import type { DoctorFinding } from "#server/commands/doctor/finding.ts";
import { builtSite } from "#tests/support/built/built-site.ts";

/** The subjects of doctor's lines with this level, in their order. */
export function subjectsAt(level: DoctorFinding["level"], out: string): string[] {
  const lines = [...out.matchAll(/^(ok|warn|fail) +([^:]+):/gm)];
  return lines.flatMap(([, found, subject = ""]) => (found === level ? [subject] : []));
}

/** Options for `run` with a site that was built for the operator's public URL. */
export async function withBuiltSite() {
  return { folders: { site: await builtSite("https://example.com"), pictures: "content" } };
}
