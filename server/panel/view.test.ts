import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { dueByEvening, notice } from "#server/facts/fact.ts";
import { storing } from "#server/operator/store-facts.ts";
import { busyFigures } from "#tests/support/panel/busy-figures.ts";
import { emptyFigures, quietFigures } from "#tests/support/panel/quiet-figures.ts";
import {
  diskNearlyFull,
  fineFacts,
  refused,
  silent,
  withFact,
} from "#tests/support/panel/sample-facts.ts";
import { group } from "#tests/support/panel/sample-parts.ts";
import { panelPaths } from "./actions.ts";
import { renderPanel, renderUnreadable } from "./view.ts";

const usual = {
  figures: quietFigures,
  facts: fineFacts,
  here: [],
  actions: [],
  mayWrite: true,
  renews: true,
} as const;

test("the parts stand in the order of the night", () => {
  const page = renderPanel({ ...usual, figures: busyFigures });
  const titles = [...page.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, text]) => text);
  expect(titles).toEqual([
    "As inscrições chegam",
    "Tudo em ordem",
    "Aula",
    "Grupos do WhatsApp",
    "Sala da aula",
    "Entrega ao ActiveCampaign",
    "Leads recusados",
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
  { figures: quietFigures, here: [], line: "As inscrições chegam", state: "fine" },
  { figures: quietFigures, here: [diskNearlyFull], line: "As inscrições chegam", state: "fine" },
  { figures: emptyFigures, here: [], line: "O servidor aceita inscrições", state: "fine" },
  {
    figures: quietFigures,
    here: [storing(false)],
    line: "As inscrições são recusadas",
    state: "trouble",
  },
  { figures: quietFigures, here: [silent], line: "Nenhuma inscrição chega", state: "trouble" },
])("first it says whether sign-ups arrive: $line", ({ figures, here, line, state }) => {
  const page = renderPanel({ ...usual, figures, here });
  expect(page).toMatch(
    new RegExp(
      `<header class="arrivals column lit" data-state="${state}">\\s*<p>.*</p>\\s*<h1>${line}</h1>`,
    ),
  );
});

const paused = notice("Envio", "Em pausa desde hoje.", "Para continuar: resume");

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
  // The urgent one comes first.
  const levels = [...page.matchAll(/data-level="(\w+)"/g)].map(([, level]) => level);
  expect(levels).toEqual([...levels].sort().toReversed());
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
  expect(renderPanel(usual)).not.toContain("Antes da aula");
});

test.each([
  [busyFigures, "<strong>sala2.example</strong>."],
  [emptyFigures, `<strong>${new URL(links.live).host}</strong>, de content/links.ts.`],
])("of the room's link only its site is told", (figures, told) => {
  const page = renderPanel({ ...usual, figures });
  expect(page).toContain(told);
  expect(page).not.toContain("example/aula");
  expect(page).toContain(`href="${panelPaths.room}"`);
});

test("an access that may only look gets no link to an action, and reads so", () => {
  const actions = /href="\/painel\/acao/;
  expect(renderPanel(usual)).toMatch(actions);
  const page = renderPanel({ ...usual, mayWrite: false });
  expect(page).not.toMatch(actions);
  expect(page).toContain("Este acesso é só para ver.");
});

const free = quietFigures.delivery.circuit;
const { pause, resume, tryNow } = panelPaths;
const { now } = quietFigures;
const tripped = { since: now, reason: "status 503", probeAt: now };

test.each([
  { how: "that go on", circuit: free, links: [pause] },
  {
    how: "that are paused",
    circuit: { ...free, pausedAt: now - 60_000, tripped },
    links: [resume],
  },
  { how: "that failed", circuit: { ...free, tripped }, links: [pause, tryNow] },
  { how: "that have to wait", circuit: { ...free, backOffUntil: now + 1 }, links: [pause, tryNow] },
])("deliveries $how have their own buttons", ({ circuit, links }) => {
  const delivery = { ...quietFigures.delivery, circuit };
  const page = renderPanel({ ...usual, figures: { ...quietFigures, delivery } });
  for (const link of [pause, resume, tryNow])
    expect(page.includes(`href="${link}"`)).toBe(links.includes(link));
});

test("refused leads have buttons; they are left as they are while the alarm lasts", () => {
  const { retryAll, leaveRefused, retryRefused } = panelPaths;
  const links = [
    ...busyFigures.delivery.refusals.map(({ outcome }) => retryRefused(outcome)),
    retryAll,
  ];
  const page = renderPanel({
    ...usual,
    figures: busyFigures,
    facts: withFact("deliveries", refused),
  });
  for (const href of [...links, leaveRefused]) expect(page).toContain(`href="${href}"`);
  expect(renderPanel({ ...usual, figures: busyFigures })).not.toContain(leaveRefused);
  expect(renderPanel(usual)).not.toContain("acao/recusados");
});

test("what the owner has chosen stands under the server, with how to change it", () => {
  const form = notice("Formulário da página", "Não guarda nada.", "Escreva inPageFormSends: true");
  const page = renderPanel({ ...usual, facts: withFact("page", form) });
  expect(page).toMatch(/Servidor<\/h2>.*Não guarda nada\..*Escreva inPageFormSends: true/s);
  expect(page).toContain("<title>Tudo em ordem | Painel</title>");
});

test("who gets people can be marked as full, and no invitation is shown", () => {
  const marked = (page: string) =>
    [...page.matchAll(/acao\/grupo\/(\d+)\/cheio/g)].map(([, id]) => id);
  const page = renderPanel({ ...usual, figures: busyFigures });
  expect(marked(page)).toEqual(["4", "5"]);
  const groups = [group(1, 950, "no-places"), group(2, 990, "no-places"), group(3, 9, "closed")];
  const last = renderPanel({ ...usual, figures: { ...busyFigures, groups } });
  expect(marked(last)).toEqual(["2"]);
  expect(last).toContain("<strong>Grupo 2</strong> recebe agora");
  expect(page.split("disseram que está cheio: 3")).toHaveLength(2);
  expect(page).not.toContain("disseram que está cheio: 0");
  expect(page.split("reconhecidos: 150. Ele pode estar cheio")).toHaveLength(2);
  expect(page).not.toContain("reconhecidos: 0");
  expect(page).not.toContain("chat.whatsapp.com");
});

test("before the first visit every part says that it has nothing yet", () => {
  const page = renderPanel({ ...usual, figures: emptyFigures });
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
    actions: [{ at: quietFigures.now, action: hostile, detail: hostile, fromPanel: true }],
    figures: {
      ...quietFigures,
      state: { ...quietFigures.state, version: hostile },
    },
  });
  expect(page).not.toContain("<img");
  expect(page.match(/&lt;img/g)).toHaveLength(8);
});

test("a page without figures says so, names the troubles, shows no number", () => {
  const page = renderUnreadable({ here: [diskNearlyFull], now: quietFigures.now, renews: true });
  expect(page).toContain("Os números não puderam ser lidos");
  expect(page).toContain(diskNearlyFull.value);
  expect(page).toContain("npm run leads -- doctor");
  expect(page).not.toContain("Inscrições");
});

test("what was done is told in words, an unknown action by its name", () => {
  const done = [
    ["phase", "live"],
    ["retry", "refused: status 422"],
    ["retry", null],
    ["dance", "twice"],
  ] as const;
  const actions = done.map(([action, detail]) => {
    return { at: quietFigures.now, action, detail, fromPanel: true };
  });
  const page = renderPanel({ ...usual, actions });
  expect(page).toContain("<span>Momento da aula escolhido: ao vivo, pelo painel</span>");
  expect(page).toContain("na fila outra vez: recusado pelo ActiveCampaign (status 422), pelo");
  expect(page).toContain("<span>Leads recusados na fila outra vez: todos, pelo painel</span>");
  expect(page).toContain("<span>dance twice, pelo painel</span>");
});
