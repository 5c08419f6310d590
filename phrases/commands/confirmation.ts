/** The question that a command asks before it changes many people. */
export const confirmation = {
  yes: "não pede confirmação",
  ask: (question: string) => `${question} Escreva sim para continuar: `,
  noTerminal:
    "Este comando pede uma confirmação, mas não há terminal. Para rodar sem a pergunta: --yes",
  refused: "Nada mudou.",
};
