import { expect, test } from "vitest";
import { minuteMs } from "#event/time-zone.ts";
import { answer } from "#server/actions/action.ts";
import { dueByEvening, type Fact, notice, trouble } from "#server/facts/fact.ts";
import { readFigures } from "#server/figures/figures.ts";
import { actions } from "#server/operator/actions.ts";
import type { Facts } from "#server/operator/facts.ts";
import { notStoring } from "#server/operator/store-facts.ts";
import { factsAt } from "#tests/support/app/app.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { stepCharts } from "./parts.ts";
import { renderPanel } from "./view.ts";

/** An hour after the class has begun, on a night without trouble. */
const now = Date.parse("2026-11-12T00:00:00Z");
const { database, close } = await openTemporaryDatabase();
const readFiguresNow = () => readFigures({ database, clock: () => now, event: eventPlan });
const noFigures = await readFiguresNow();
const kept = { minute: now - minuteMs, source: "direct", step: "kept" } as const;
await addToCounts(database, [kept, { ...kept, minute: 0, campaign: "lista" }]);
for (const number of [1, 2]) await addTestGroup(database, number, 950);
const figures = await readFiguresNow();
const fineFacts = await factsAt(now, database);
await close();

const usual = { figures, facts: fineFacts, here: [], actions: [], mayWrite: true, renews: true };

const silent = trouble("Inscrições", "Ninguém se inscreve.", "Inscreva-se você.", {
  alarm: "sem-inscricoes",
});
const diskNearlyFull = trouble("Disco", "0,4 GB livres.", "Libere espaço.", {
  alarm: "disco-quase-cheio",
});
const refused = trouble("Leads recusados", "3.", "Podem ficar para amanhã.", {
  alarm: "lead-recusado",
  onServer: "retry",
  answers: actions
    .filter(({ words }) => /^retry (all|leave)$/.test(words))
    .map((one) => answer(one)),
  canWait: true,
});

/** The usual facts, in which this fact replaces the fact with the same name. */
function withFact(subject: keyof Facts, fact: Fact): Facts {
  const others = fineFacts[subject].filter(({ name }) => name !== fact.name);
  return { ...fineFacts, [subject]: [fact, ...others] };
}

test("the parts stand in the order of the night", () => {
  const page = renderPanel(usual);
  const titles = [...page.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, text]) => text);
  expect(titles).toEqual([
    "As inscrições chegam",
    "Tudo em ordem",
    "Aula",
    "Grupos do WhatsApp",
    "Sala da aula",
    "Entrega ao ActiveCampaign",
    "Antes da aula",
    "Por minuto, perto da aula",
    "Por hora, nas últimas 24 horas",
    "Por origem",
    "Por campanha",
    "Da página à aula",
    "Servidor",
    "O que foi feito",
  ]);
});

test.each([
  { figures, here: [], line: "As inscrições chegam", state: "fine" },
  { figures: noFigures, here: [], line: "O servidor aceita inscrições", state: "fine" },
  {
    figures,
    here: [notStoring(undefined)],
    line: "As inscrições são recusadas",
    state: "trouble",
  },
  { figures, here: [silent], line: "Nenhuma inscrição chega", state: "trouble" },
])("first it says whether sign-ups arrive: $line", ({ figures, here, line, state }) => {
  const page = renderPanel({ ...usual, figures, here });
  expect(page).toMatch(
    new RegExp(
      `<header class="arrivals column" data-state="${state}">\\s*<p>.*</p>\\s*<h1>${line}</h1>`,
    ),
  );
});

test("one sign-up beside hundreds can be seen, and none is none", () => {
  const others = { start: now, views: 0, groupPresses: 0, entered: 0 };
  const slices = [0, 1, 400].map((signUps) => ({ ...others, signUps }));
  const heights = `${stepCharts(slices, "Hora")}`.matchAll(/<rect[^>]* height="(.*?)"/g);
  expect([...heights].map(([, height]) => height)).toEqual(["0.00%", "1.50%", "100.00%"]);
});

const paused = notice("Envio", "Em pausa desde hoje.", "Os leads ficam guardados aqui.");

test.each([
  { facts: fineFacts, here: [], state: "fine", title: "Tudo em ordem" },
  { facts: fineFacts, here: [diskNearlyFull], state: "trouble", title: "Um problema" },
  { facts: fineFacts, here: [diskNearlyFull, silent], state: "trouble", title: "2 problemas" },
  {
    facts: withFact("deliveries", refused),
    here: [diskNearlyFull],
    state: "trouble",
    title: "Um problema e um aviso",
  },
  { facts: withFact("deliveries", refused), here: [], state: "notice", title: "Um aviso" },
  {
    facts: withFact("deliveries", paused),
    here: [],
    state: "notice",
    title: "Guardando, sem enviar",
  },
])("$title: words and colour say how urgent it is", ({ facts, here, state, title }) => {
  const page = renderPanel({ ...usual, facts, here });
  expect(page).toContain(`<title>${title} | Painel</title>`);
  expect(page).toContain(`class="troubles column" data-state="${state}"`);
  for (const { value, todo } of here) {
    expect(page).toContain(value);
    expect(page).toContain(todo);
  }
  // Urgent troubles come first in the list.
  const urgent = [...page.matchAll(/<li class="trouble"( data-state)?/g)].map(([, is]) => is);
  expect(urgent).toEqual([...urgent].sort());
});

test("a trouble that this server and the store both know is shown once", () => {
  const facts = withFact("store", diskNearlyFull);
  const page = renderPanel({ ...usual, facts, here: [diskNearlyFull] });
  expect(page).toContain("<title>Um problema | Painel</title>");
});

test("what must be fine by the evening stands apart, and calls nobody", () => {
  const due = dueByEvening("Lista", "Falta escolher.", "Escreva o número da lista.");
  const page = renderPanel({ ...usual, facts: withFact("account", due) });
  expect(page).toMatch(/Antes da aula<\/h2>.*Falta escolher\..*Escreva o número da lista\./s);
  expect(page).toContain("<title>Tudo em ordem | Painel</title>");
});

test("an access that may only look gets no link to an action, and reads so", () => {
  const actions = /href="\/painel\/acao/;
  expect(renderPanel(usual)).toMatch(actions);
  const page = renderPanel({ ...usual, mayWrite: false });
  expect(page).not.toMatch(actions);
  expect(page).toContain("Este acesso é só para ver.");
});

test("each alarm carries the buttons that answer it, and folded their commands", () => {
  const page = renderPanel({ ...usual, facts: withFact("deliveries", refused) });
  const [alarm = ""] = /<li class="trouble".*?<\/li>/s.exec(page) ?? [];
  for (const href of ["/painel/acao/retry/all", "/painel/acao/retry/leave"])
    expect(alarm).toContain(`href="${href}"`);
  const [folded = ""] = /<details><summary>No servidor<\/summary>.*<\/details>/s.exec(alarm) ?? [];
  for (const words of ["retry all", "retry leave", "retry"])
    expect(folded).toContain(`npm run leads -- ${words}</code>`);
});

test("what can be changed stands with its subject, the rare under a fold", () => {
  const page = renderPanel(usual);
  const [groups = ""] = /<section class="section groups".*?<\/section>/s.exec(page) ?? [];
  const [shown = "", folded = ""] = groups.split("<summary>Outras mudanças</summary>");
  expect(shown).toContain('href="/painel/acao/groups/full?group=2"');
  expect(shown).toContain('aria-label="Marcar o grupo 2 como cheio"');
  for (const words of ["replace", "remove"])
    expect(folded).toContain(`href="/painel/acao/groups/${words}"`);
  expect(folded).not.toContain("/painel/acao/groups/full");
  expect(page).not.toContain("chat.whatsapp.com");
});

test("before the first visit every part says that it has nothing yet", () => {
  const page = renderPanel({ ...usual, figures: noFigures });
  expect(page).toContain("Ainda não há inscrições neste período.");
  expect(page).toContain("Ainda não há visitas contadas.");
  expect(page).toContain("Nada foi feito ainda.");
  expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
});

test("what the store and browsers name is shown as text, never as HTML", () => {
  const hostile = `<img src=x onerror="a()">`;
  const page = renderPanel({
    ...usual,
    here: [{ ...diskNearlyFull, value: hostile, todo: hostile }],
    facts: withFact("deliveries", notice(hostile, hostile, hostile)),
    actions: [{ at: now, action: hostile, detail: hostile, fromPanel: true }],
  });
  expect(page).not.toContain("<img");
  expect(page.match(/&lt;img/g)).toHaveLength(7);
});

test("what was done is told in words, an unknown action by its name", () => {
  const done = [
    ["phase live", null, "Momento da aula escolhido: ao vivo"],
    ["retry all", "3", "Leads recusados na fila outra vez: 3"],
    ["groups full", "2", "Grupo 2 marcado como cheio"],
    ["dance", "twice", "dance twice"],
  ] as const;
  const actions = done.map(([action, detail]) => {
    return { at: now, action, detail, fromPanel: true };
  });
  const page = renderPanel({ ...usual, actions });
  for (const [, , told] of done) expect(page).toContain(`<span>${told}, pelo painel</span>`);
});
