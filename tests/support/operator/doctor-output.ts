const labels = { ok: "ok", warn: "aviso", fail: "falha" };

/** The subjects of doctor's lines with this level, in their order. */
export function subjectsAt(level: keyof typeof labels, out: string): string[] {
  const lines = [...out.matchAll(/^(ok|aviso|falha) +([^:]+):/gm)];
  return lines.flatMap(([, found, subject = ""]) => (found === labels[level] ? [subject] : []));
}

/** Options for `run` with a folder of the owner's pictures. */
export const withPictures = { folders: { site: "dist", pictures: "content" } };
