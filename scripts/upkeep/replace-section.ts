/**
 * Replaces the text between the two marks of a section, like `<!-- page: begin -->` and `<!-- page: end -->`. The rest of
 * the paper is written by hand.
 */
export function replaceSection(paper: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [paper.indexOf(begin), paper.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No text stands between ${begin} and ${end}.`);
  return `${paper.slice(0, from)}${begin}\n\n${text}\n\n${paper.slice(to)}`;
}
