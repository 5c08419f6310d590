import { dueByEvening, type Fact, fine, notice, trouble } from "#server/facts/fact.ts";
import type { Facts } from "#server/operator/facts.ts";

/** Facts on an evening on which all is well. */
export const fineFacts: Facts = {
  signUps: [fine("Inscrições", "Chegam.", { alarm: "sem-inscricoes" })],
  event: [fine("Data", "A página anuncia a edição de 2026, hoje."), fine("Momento", "ao vivo")],
  groups: [fine("Grupos", "Abertos: 2. Lugares livres neles: 1.040.", { alarm: "grupos-cheios" })],
  room: [fine("Sala", "A entrada leva a sala1.example.")],
  deliveries: [
    fine("ActiveCampaign", "Nada impede as entregas.", { alarm: "activecampaign-nao-aceita" }),
    fine("Na fila", "Nenhum lead.", { alarm: "entrega-atrasada" }),
    fine("Leads recusados", "0", { alarm: "lead-recusado" }),
    fine("Inscrições retidas", "0"),
  ],
  account: [],
  messages: [fine("Mensagens", "Os alarmes vão para ntfy.example.")],
  page: [fine("Endereço", "https://example.com")],
  store: [
    fine("Disco", "63,0 GB livres em data, 63%.", { alarm: "disco-quase-cheio" }),
    fine("Apagamento", "O que passa do prazo é apagado.", { alarm: "apagamento-parado" }),
  ],
  copies: [fine("Cópias", "A última boa é de 11/11/2026 14:45:00 (-03:00).")],
};

const later = { canWait: true } as const;

export const refused = trouble(
  "Leads recusados",
  "3. O ActiveCampaign só os recebe se você pedir.",
  "Podem ficar para amanhã. Para ver quais são: npm run leads -- retry",
  { alarm: "lead-recusado", ...later },
);

export const diskNearlyFull = trouble(
  "Disco",
  "0,4 GB livres em data, 3%. Quando ele enche, as inscrições são recusadas.",
  "Libere espaço nesse disco: df -h.",
  { alarm: "disco-quase-cheio" },
);

export const silent = trouble(
  "Inscrições",
  "A página está sendo vista, mas ninguém se inscreveu nos últimos 10 minutos.",
  "Inscreva-se você no endereço público e veja o que aparece.",
  { alarm: "sem-inscricoes" },
);

/** All goes wrong at once. */
export const badFacts: Facts = {
  ...fineFacts,
  groups: [
    fine("Grupos", "Abertos: 1. Lugares livres neles: 149.", { alarm: "grupos-cheios" }),
    trouble(
      "Último grupo",
      "Lugares livres: 149.",
      "Crie outro grupo no WhatsApp: npm run leads -- groups add '<link>'",
      { alarm: "grupos-quase-cheios" },
    ),
  ],
  deliveries: [
    trouble(
      "ActiveCampaign",
      "Não aceita leads desde 11/11/2026 20:20:00 (-03:00) (status 503). Todos estão guardados aqui, e o servidor tenta de novo sozinho.",
      "Para achar a causa: npm run leads -- doctor   Quando estiver resolvida: npm run leads -- resume",
      { alarm: "activecampaign-nao-aceita", ...later },
    ),
    fine("Na fila", "812; o mais antigo espera há 11 min.", { alarm: "entrega-atrasada" }),
    refused,
    notice(
      "Inscrições retidas",
      "127, que podem ser de um robô.",
      "Para ver quais são: npm run leads -- release",
      later,
    ),
  ],
  messages: [
    dueByEvening(
      "Mensagens",
      "Quando algo der errado, ninguém recebe uma mensagem: ALERT_URL está vazio.",
      "Escreva em ALERT_URL, no .env, para onde vão os alarmes e reinicie o servidor.",
    ),
  ],
  page: [
    notice(
      "Formulário da página",
      "Não guarda nada: só o popup guarda.",
      "Se deve guardar, escreva inPageFormSends: true em content/launch.ts e publique de novo.",
      later,
    ),
  ],
};

/** These facts, with this one in the place of that with the same name. */
export function withFact(subject: keyof Facts, fact: Fact): Facts {
  const others = fineFacts[subject].filter(({ name }) => name !== fact.name);
  return { ...fineFacts, [subject]: [fact, ...others] };
}
