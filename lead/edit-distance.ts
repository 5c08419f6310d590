/**
 * The smallest number of letters to add, drop, change, or swap with their neighbour to turn one text into the other
 * (optimal string alignment).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const ways = [
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      ];
      if (swapped && row > 1 && column > 1) ways.push(at(beforeLast, column - 2) + 1);
      next.push(Math.min(...ways));
    }
    beforeLast = last;
    last = next;
  }
  return at(last, to.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
