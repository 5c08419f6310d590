import { html } from "hono/html";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { ratings } from "#lead/page-report.ts";
import type {
  DeliveryFigures,
  PageFigures,
  SignUpFigures,
  Slice,
  StepFigure,
} from "#server/figures/figures.ts";
import { bar, columnChart } from "./charts.ts";
import { writeCount, writeDuration, writeHour, writeShare } from "./format.ts";
import { type Fact, type Html, note, section, table, type Width } from "./html.ts";
import { names } from "./names.ts";

// What the panel and the report both show.

const nothingYet = "Ainda não há inscrições neste período.";

type MinuteChart = {
  title: string;
  slices: readonly Slice[];
  /** The class, if it is known. */
  event: { start: number; end: number } | undefined;
  now?: number;
};

/** `now` is the time of the panel; in a report all minutes are over. */
export function minuteChart({ title, slices, event, now }: MinuteChart): Html {
  const marks = event && [
    { at: event.start, text: "começo da aula" },
    { at: event.end, text: "fim da aula" },
  ];
  const chart = columnChart({ slices, sliceMs: minuteMs, now, ...(marks && { marks }) });
  return section("minutes", title, chartWithTable("Minuto", { slices, chart, now }), "two-thirds");
}

export function hourChart(slices: readonly Slice[], now: number): Html {
  const chart = columnChart({ slices, sliceMs: hourMs, now });
  const title = "Por hora, nas últimas 24 horas";
  return section("hours", title, chartWithTable("Hora", { slices, chart, now }), "two-thirds");
}

type Chart = { slices: readonly Slice[]; chart: Html; now: number | undefined };

/** The chart is for the eyes; the table has the same numbers for a screen reader. */
function chartWithTable(unit: string, { slices, chart, now }: Chart): Html {
  const highest = slices.reduce((max, { signUps }) => Math.max(max, signUps), 0);
  if (highest === 0) return note(nothingYet);
  const peak = slices.find(({ signUps }) => signUps === highest)?.start ?? 0;
  const numbers = table({
    columns: [unit, "Páginas vistas", "Inscrições"],
    rows: slices.map(({ start, views, signUps }) => ({
      head: writeHour(start),
      numbers: [writeCount(views), writeCount(signUps)],
    })),
  });
  const unfinished = now === undefined ? "" : "A última barra ainda está contando.";
  return html`${chart}
${note(`O máximo foi ${writeCount(highest)} (${writeHour(peak)}). ${unfinished}`)}
<details class="screen-only"><summary>Ver em números</summary>
${numbers}
</details>`;
}

export function sourceBars(sources: SignUpFigures["bySource"]): Html {
  const all = sources.reduce((sum, { signUps }) => sum + signUps, 0);
  const most = sources.reduce((max, { signUps }) => Math.max(max, signUps), 1);
  const rows = sources.map(({ source, signUps }) => ({
    head: names.sources[source],
    bar: bar([{ share: signUps / most }]),
    numbers: [writeCount(signUps), writeShare(signUps / all)],
  }));
  const bars = table({ columns: ["Origem", "Inscrições", "Parte"], rows });
  return section("sources", "Por origem", sources.length > 0 ? bars : note(nothingYet), "third");
}

type StepTable = { caption?: string; steps: readonly StepFigure[] };

/** The way from the view to the group, once for each span of time. */
export function stepTables(tables: readonly StepTable[]): Html {
  const body = html`<div class="side-by-side">${tables.map(stepTable)}</div>`;
  return section("steps", "Da página ao grupo", body, "two-thirds");
}

function stepTable({ caption, steps }: StepTable): Html {
  if (steps.every(({ count }) => count === 0))
    return html`<div>${caption && html`<h3>${caption}</h3>`}${note("Ainda não há visitas contadas.")}</div>`;
  return table({
    caption,
    columns: ["Passo", "Vezes", "Do passo anterior", "Das páginas vistas"],
    rows: steps.map(({ step, count, ofBefore, ofViews }) => ({
      head: names.steps[step],
      bar: bar([{ share: ofViews ?? 0 }]),
      numbers: [writeCount(count), writeShare(ofBefore), writeShare(ofViews)],
    })),
  });
}

/** How long leads took to ActiveCampaign. */
export function lagFacts(lag: DeliveryFigures["lag"]): Fact[] {
  const { median, p95 } = names.lag;
  if (lag === undefined) return [{ name: median, value: "ainda sem entregas" }];
  const { medianMs, p95Ms, deliveries } = lag;
  const newest =
    deliveries === 1 ? "na última entrega" : `nas últimas ${writeCount(deliveries)} entregas`;
  return [
    { name: median, value: writeDuration(medianMs) },
    { name: p95, value: writeDuration(p95Ms), note: newest },
  ];
}

/** How fast the page felt on visitors' devices, and which errors happened in it. */
export function pageHealth({ vitals, errors }: PageFigures, width: Width): Html {
  const measured = vitals.filter(({ ratings: counts }) => sum(counts) > 0);
  return section(
    "pages",
    "A página nos aparelhos",
    html`<div class="side-by-side"><div><h3>Rapidez sentida por quem visita</h3>
${measured.length > 0 ? vitalsTable(measured) : note("Ainda não há medidas.")}</div>
<div><h3>Erros da página</h3>
${errors.length > 0 ? errorsTable(errors) : note("Nenhum erro contado.")}</div></div>`,
    width,
  );
}

function vitalsTable(vitals: PageFigures["vitals"]): Html {
  const rows = vitals.map(({ vital, device, ratings: counts }) => {
    const all = sum(counts);
    const shares = ratings.map((kind) => ({ kind, share: counts[kind] / all }));
    const { name, code } = names.vitals[vital];
    return {
      head: `${name} (${code}), ${names.devices[device]}`,
      bar: bar(shares),
      numbers: shares.map(({ share }) => writeShare(share)),
    };
  });
  const { good, fair, poor } = names.ratings;
  return table({ columns: ["Medida", good, fair, poor], rows });
}

function errorsTable(errors: PageFigures["errors"]): Html {
  const rows = errors.map(({ errorClass, file, build, count }) => ({
    head: html`${errorClass} <span class="note">${file}, versão ${build}</span>`,
    numbers: [writeCount(count)],
  }));
  return table({ columns: ["Erro", "Vezes"], rows });
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
