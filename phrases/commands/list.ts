/** `npm run leads -- list`. */
export const list = {
  summary: "mostra todos os leads, um por linha",
  details: [
    "Tabulações separam as colunas. Para um arquivo que se abre numa planilha, use export.",
  ],
  unsubscribedBefore: "já tinha se descadastrado",
  wantsNext: "quer saber da próxima aula",
};
