// @ts-check
// What stops publishing, each as one sentence in Portuguese. Call these only after the packages are installed.

/** All mistakes in the files of `content/`, each with its file and line. */
export async function contentMistakes() {
  const { findMistakes } = await import("./find-mistakes.ts");
  return findMistakes("content");
}

/** The pictures that are not made. Call this only when `content/` has no mistakes: its words say which pictures there are. */
export async function pictureMistakes() {
  const { pictureFindings } = await import("#scripts/pictures/picture-findings.ts");
  return pictureFindings()
    .filter(({ kind }) => kind === "mistake")
    .map(({ sentence }) => sentence);
}
