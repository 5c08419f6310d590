/** `npm run leads -- access`. */
export const access = {
  summary: "mostra tudo o que está guardado sobre uma pessoa, em JSON",
  details: [
    "Use quando uma pessoa perguntar o que guardamos sobre ela. Cada inscrição traz a frase exata que foi mostrada ou aceita.",
    "Para gravar num arquivo: npm run -s leads -- access > pessoa.json",
  ],
  addedByOperator:
    "Nenhuma frase foi mostrada: o operador incluiu a pessoa e confirmou que ela pediu para ser inscrita.",
};
