const forms = '20:00, hoje, ontem, 11/11, 11/11/2026, "11/11/2026 20:00", "há 2 horas"';

/** The dates and hours that the operator writes after an option like `--since`. */
export const times = {
  since: (timeZone: string) => `a partir desta data ou hora, no fuso ${timeZone}: ${forms}`,
  notRead: (option: string, text: string) =>
    `--${option}: "${text}" não foi entendido como data ou hora. Escreva, por exemplo: ${forms}.`,
  impossible: (option: string, text: string) =>
    `--${option}: "${text}" não existe. Confira o dia, o mês e a hora.`,
};
