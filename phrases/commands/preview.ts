/** `npm run leads -- preview`. */
export const preview = {
  summary: "mostra links para ver a página em cada momento do evento",
  details: [
    "Os links valem por 24 horas. Só quem tem um deles vê a página assim: para os visitantes nada muda.",
    "Com o nome de um momento, mostra só o link dele. Depois das 24 horas, o link mostra a página de agora.",
    "O botão da aula leva a /aovivo, que segue o momento verdadeiro. Para seguir o botão até a sala: rehearse.",
  ],
  unknown: (text: string, names: readonly string[]) =>
    `"${text}" não é um momento do evento. Escreva um destes: ${names.join(", ")}.`,
  until: (time: string) => `Estes links valem até ${time}.`,
};
