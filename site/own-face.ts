/**
 * Texts are read in a fallback of the same measure until their own face is here, and change to it with the
 * attribute: told of by the browser alone, the whole page would be laid out anew in one task.
 */
export async function wearOwnFace({ documentElement, fonts }: Document): Promise<void> {
  const faces = await fonts.load("1em Atkinson").catch(() => []);
  if (faces.length > 0) documentElement.dataset["ownFace"] = "";
}
