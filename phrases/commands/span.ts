/** The options `--since` and `--to`. */
export const span = {
  to: (timeZone: string) =>
    `até esta data ou hora, no fuso ${timeZone}; um dia vale até o fim dele`,
  empty: "--to vem antes de --since. Troque os dois, ou corrija um deles.",
};
