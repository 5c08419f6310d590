import { type DoctorFinding, findingsOn } from "./finding.ts";

type Reading = { says: string; words: RegExp };

/** The specification states both readings of each, and leaves them to the owner. */
const doubtful: ReadonlyArray<{ about: string; readings: readonly [Reading, Reading] }> = [
  {
    about: "access",
    readings: [
      { says: "for life, all courses and updates", words: /vitalíci/i },
      { says: "12 courses for 5 years", words: /5 anos de acesso/i },
    ],
  },
  {
    about: "guarantee",
    readings: [
      // Seven days are also what the law gives: that sentence promises nothing.
      { says: "7 days", words: /(teste|tudo por|teste de|você tem) 7 dias/i },
      { says: "15 days", words: /garantia de 15 dias/i },
    ],
  },
];

/** Where the page promises two things at once: a buyer may insist on the better one. */
export function contradictions(offer: Record<string, unknown>): DoctorFinding[] {
  const { ok, warn } = findingsOn("offer");
  return doubtful.map(({ about, readings: [one, other] }) => {
    const [first, second] = [whereIs(offer, one), whereIs(offer, other)];
    if (first.length === 0 || second.length === 0) return ok(`One reading of the ${about}.`);
    return warn(
      `Two readings of the ${about}: ${one.says} (${first.join(", ")}), and ${other.says} (${second.join(", ")}).`,
      "Choose one and correct the others, or leave both knowingly.",
    );
  });
}

function whereIs(offer: Record<string, unknown>, { words }: Reading): string[] {
  return Object.entries(offer).flatMap(([file, content]) =>
    words.test(JSON.stringify(content)) ? [file] : [],
  );
}
