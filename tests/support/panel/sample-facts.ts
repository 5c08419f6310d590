import { answer } from "#server/actions/action.ts";
import {
  leaveRefused,
  pause,
  releaseActions,
  resume,
  retryAll,
  tryNow,
} from "#server/deliveries/actions.ts";
import { phaseActions } from "#server/event/actions.ts";
import { dueByEvening, type Fact, fine, notice, trouble } from "#server/facts/fact.ts";
import { groupFacts } from "#server/groups/facts.ts";
import type { Facts } from "#server/operator/facts.ts";
import { leadElsewhere } from "#server/room/room.ts";
import { group } from "./sample-parts.ts";

const { live, waiting, over, auto } = phaseActions;

/** Facts on an evening on which all is well. */
export const fineFacts: Facts = {
  signUps: [fine("Inscrições", "Chegam.", { alarm: "sem-inscricoes" })],
  event: [
    fine("Data", "A página anuncia a edição de 2026, hoje."),
    fine("Momento", "dia da aula (pelo relógio).", {
      answers: [answer(live), answer(waiting), answer(over)],
    }),
  ],
  groups: groupFacts([group(1, 860, "open"), group(2, 0, "open")], new Map()),
  room: [fine("Sala", "A entrada leva a sala1.example.", { answers: [answer(leadElsewhere)] })],
  deliveries: [
    fine("ActiveCampaign", "Nada impede as entregas.", {
      alarm: "activecampaign-nao-aceita",
      answers: [answer(pause)],
    }),
    fine("Leads recusados", "Nenhum.", { alarm: "lead-recusado" }),
  ],
  account: [],
  messages: [fine("Mensagens", "Os alarmes vão para ntfy.example.")],
  page: [fine("Endereço", "https://example.com")],
  store: [
    fine("Disco", "63,0 GB livres em data, 63%.", { alarm: "disco-quase-cheio" }),
    fine("Versão", "61dfd46707cb-a209"),
  ],
  copies: [fine("Cópias", "A última boa é de 11/11/2026 14:45:00 (-03:00).")],
};

const later = { canWait: true } as const;

export const refused = trouble(
  "Leads recusados",
  "3. O ActiveCampaign só os recebe se você pedir.",
  "Podem ficar para amanhã.",
  {
    alarm: "lead-recusado",
    onServer: "retry",
    answers: [answer(retryAll), answer(leaveRefused)],
    ...later,
  },
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

const reason = "recusado pelo ActiveCampaign (status 422, e-mail não aceito)";

/** All goes wrong at once. */
export const badFacts: Facts = {
  ...fineFacts,
  event: [
    notice(
      "Momento",
      "ao vivo. Escolhido à mão: hoje 20:30. Não acaba sozinho.",
      "O relógio não decide mais.",
      { answers: [answer(waiting), answer(over), answer(auto)] },
    ),
  ],
  groups: groupFacts(
    [
      group(1, 950, "no-places"),
      { ...group(3, 512, "closed"), saidFull: 3 },
      { ...group(4, 801, "open"), presses: 150 },
    ],
    new Map(),
  ),
  deliveries: [
    trouble(
      "ActiveCampaign",
      "Não aceita leads desde 11/11/2026 20:20:00 (-03:00) (status 503). Todos estão guardados aqui, e o servidor tenta de novo sozinho.",
      "Quando a causa estiver resolvida, não precisa esperar.",
      {
        alarm: "activecampaign-nao-aceita",
        answers: [answer(tryNow)],
        onServer: "doctor",
        ...later,
      },
    ),
    notice("Envio", "Em pausa desde hoje 20:20.", "Os leads ficam guardados aqui.", {
      answers: [answer(resume)],
    }),
    refused,
    fine("Motivo", `${reason}: 12.`, { answers: [answer(retryAll, { reason })] }),
    notice(
      "Inscrições retidas",
      "127: preencheu o campo invisível (honeypot).",
      "Podem ser de um robô, ou de pessoas: olhe a lista no servidor.",
      { onServer: "release", answers: [answer(releaseActions.honeypot)], ...later },
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
