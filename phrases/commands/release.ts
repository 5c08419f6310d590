/** `npm run leads -- release`. */
export const release = {
  summary: "libera inscrições retidas; sem e-mail, lista essas inscrições",
  details: [
    "Uma inscrição é retida se preencheu um campo que as pessoas não veem (honeypot), ou se o mesmo e-mail se inscreveu mais",
    "vezes do que uma pessoa faria (flood). Às vezes é uma pessoa: olhe a lista e libere uma por uma.",
    "Para liberar uma só pessoa: release -",
  ],
  all: "libera todas as inscrições retidas",
  none: "Nenhuma inscrição está retida.",
  notHeld: (email: string) =>
    `Nenhuma inscrição de ${email} está retida. Para ver a lista: npm run leads -- release`,
  released: (count: string) => `Inscrições liberadas: ${count}`,
};
