import { launch } from "#content/launch.ts";
import { names } from "#phrases/names.ts";
import { type Command, deriveForReading, done } from "#server/command-line/command.ts";
import { escapeForTerminal, escapeJson } from "#server/command-line/escape.ts";
import { adviceOn, commandsFor, type Fact } from "#server/facts/fact.ts";
import { type Figures, readFigures } from "#server/figures/figures.ts";
import { formatCount, formatHour, formatTime } from "#server/format.ts";
import { type Facts, readAllFacts, standingIn } from "#server/operator/facts.ts";
import { campaignLabel, type Figure } from "./parts.ts";
import { signUpFigures } from "./view.ts";

export const stats: Command = {
  usage: "[--json]",
  summary: "mostra os números do painel: inscrições, aula, entregas, passos, origens e campanhas",
  details: [
    "Só somas, sem quem é quem: elas ficam também depois de apagar alguém.",
    "Em --json, as horas são milissegundos desde 1970.",
  ],
  options: { json: { type: "boolean", about: "escreve os números para um programa" } },
  async run(context, { switches }) {
    const io = await context.open();
    const { database, clock } = io;
    await deriveForReading(io);
    const figures = await readFigures({ database, clock, event: launch.event });
    const look = { ...io, now: figures.now, event: launch.event, ...(await standingIn(database)) };
    const facts = await readAllFacts(look);
    await io.write(
      switches.has("json")
        ? `${escapeJson({ figures, facts: Object.values(facts).flat().map(forPrograms) })}\n`
        : textOf(figures, facts),
    );
    return done;
  },
};

/** A fact for programs, without the parts that only a panel can use. */
function forPrograms(fact: Fact) {
  const { name, value, level, todo, due, alarm } = fact;
  return { name, value, level, todo, due, alarm, commands: commandsFor(fact) };
}

function textOf({ now, signUps, steps }: Figures, facts: Facts): string {
  const hours = signUps.byHour.filter((hour) => hour.signUps > 0);
  const parts: [title: string, figures: readonly Figure[]][] = [
    ["Inscrições", signUpFigures(signUps)],
    ["Aula", facts.event.map(figureOf)],
    ["Grupos do WhatsApp", facts.groups.map(figureOf)],
    ["Entrega ao ActiveCampaign", facts.deliveries.map(figureOf)],
    [
      "Inscrições por hora, nas últimas 24 horas",
      hours.map((one) => countOf(formatHour(one.start), one.signUps)),
    ],
    [
      "Inscrições por origem",
      signUps.bySource.map((one) => countOf(names.sources[one.source], one.signUps)),
    ],
    [
      "Inscrições por campanha",
      signUps.byCampaign.map((one) => countOf(campaignLabel(one), one.signUps)),
    ],
    [
      "Da página à aula, no total",
      steps.all.map(({ step, count }) => countOf(names.steps[step], count)),
    ],
  ];
  const texts = parts
    .filter(([, figures]) => figures.length > 0)
    .map(([title, figures]) => `\n${title}\n${figures.map(lineOf).join("")}`);
  return `Números de ${formatTime(now)}.\n${texts.join("")}`;
}

function figureOf(fact: Fact): Figure {
  const { name, value, level } = fact;
  return { name, value, note: level === "fine" ? undefined : adviceOn(fact) };
}

function countOf(name: string, count: number): Figure {
  return { name, value: formatCount(count) };
}

function lineOf({ name, value, note }: Figure): string {
  const more = note === undefined ? "" : ` (${note})`;
  return `  ${escapeForTerminal(`${name}: ${value}${more}`)}\n`;
}
