/** The options `--since` and `--to`. */
export const span = {
  to: (timeZone: string) =>
    `conta até esta data ou hora, no fuso ${timeZone}; um dia conta inteiro`,
  empty: "--to vem antes de --since. Troque os dois, ou corrija um deles.",
};
