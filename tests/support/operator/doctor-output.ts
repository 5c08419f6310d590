const labels = { ok: "ok", warn: "aviso", fail: "falha" };

/** The subjects of the lines with this level in doctor's output, in order. */
export function subjectsAt(level: keyof typeof labels, out: string): string[] {
  const lines = [...out.matchAll(/^(ok|aviso|falha) +([^:]+):/gm)];
  return lines.flatMap(([, found, subject = ""]) => (found === labels[level] ? [subject] : []));
}

/** Options for `run` with an existing folder of the owner's pictures. */
export const withPictures = { folders: { site: "dist", pictures: "content" } };
