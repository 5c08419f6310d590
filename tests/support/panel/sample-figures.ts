import type { Figures, Slice, StepFigure } from "#server/panel/figures/figures.ts";

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** The class of the samples: 20:00 to 22:00 in Brasília. */
const start = Date.parse("2026-11-11T20:00:00-03:00");
const end = start + 2 * hourMs;

/** An afternoon before the class: a few sign-ups an hour, all well. */
export const quietFigures: Figures = {
  now: start - 5 * hourMs + 754_000,
  signUps: {
    lastHour: 7,
    today: 48,
    all: 1_204,
    people: 1_187,
    byHour: slices(start - 29 * hourMs, hourMs, [2, 1, 0, 0, 0, 1, 3, 8, 12, 9, 11, 14, 6, 7]),
    byMinute: undefined,
    bySource: [
      { source: "instagram", signUps: 702 },
      { source: "whatsapp", signUps: 301 },
      { source: "direct", signUps: 120 },
      { source: "indicacao", signUps: 81 },
    ],
  },
  steps: {
    today: steps([210, 96, 71, 50, 48, 2, 31]),
    all: steps([6_130, 2_480, 1_690, 1_240, 1_204, 19, 860]),
  },
  delivery: {
    waiting: 0,
    oldestMs: 0,
    lag: { medianMs: 1_400, p95Ms: 3_900, deliveries: 1_000 },
    parked: 0,
    held: 0,
    circuit: { backOffUntil: 0, tripped: undefined, pausedAt: undefined, trips: 0 },
    isConfigured: true,
  },
  groups: [group(1, 860, "open"), group(2, 0, "open")],
  state: {
    phase: "today",
    start,
    end,
    next: { at: start - 30 * minuteMs, phase: "doors" },
    byHand: false,
    clockAheadMs: 0,
    version: "61dfd46707cb-a209",
    store: { engine: "sqlite", bytes: 48_230_400, diskFreeShare: 0.63 },
    lastBackupAt: start - 17 * hourMs,
  },
  pages: {
    vitals: [
      vital("lcp", "phone", [812, 96, 21]),
      vital("lcp", "desktop", [240, 11, 2]),
      vital("inp", "phone", [640, 31, 4]),
      vital("cls", "phone", [920, 5, 0]),
    ],
    errors: [],
  },
};

/** Half past eight on the night: the largest numbers that the panel must bear. */
export const busyFigures: Figures = {
  ...quietFigures,
  now: start + 31 * minuteMs + 12_400,
  signUps: {
    lastHour: 118_204,
    today: 287_112,
    all: 1_048_576,
    people: 1_002_911,
    byHour: slices(start - 23 * hourMs, hourMs, [900, 400, 200, 120, 80, 90, 300, 1_200]),
    byMinute: nightMinutes(),
    bySource: [
      { source: "instagram", signUps: 611_204 },
      { source: "whatsapp", signUps: 204_118 },
      { source: "youtube", signUps: 90_022 },
      { source: "direct", signUps: 61_340 },
      { source: "google", signUps: 40_871 },
      { source: "indicacao", signUps: 24_006 },
      { source: "email", signUps: 11_750 },
      { source: "other", signUps: 5_265 },
    ],
  },
  steps: {
    today: steps([1_240_332, 610_114, 402_889, 291_000, 287_112, 1_204, 198_450]),
    all: steps([4_912_004, 2_310_220, 1_480_903, 1_061_200, 1_048_576, 8_311, 702_145]),
  },
  delivery: {
    ...quietFigures.delivery,
    waiting: 84_310,
    oldestMs: 1_104_000,
    lag: { medianMs: 241_000, p95Ms: 1_080_000, deliveries: 1_000 },
    parked: 3,
    held: 127,
  },
  groups: [
    group(1, 950, "no-places"),
    group(2, 950, "no-places"),
    { ...group(3, 512, "said-full"), saidFull: 3 },
    group(4, 801, "open"),
    { ...group(5, 0, "open"), room: 100_000, stopAt: 100_000 },
  ],
  state: {
    ...quietFigures.state,
    phase: "live",
    next: { at: end, phase: "over" },
    byHand: true,
    clockAheadMs: -412,
    store: { engine: "postgres", bytes: 12_884_901_888, diskFreeShare: 0.087 },
    lastBackupAt: start - 2 * hourMs,
  },
  pages: {
    vitals: [
      vital("lcp", "phone", [812_004, 196_200, 91_022]),
      vital("lcp", "desktop", [240_118, 11_002, 2_400]),
      vital("inp", "phone", [640_110, 31_200, 4_300]),
      vital("inp", "desktop", [201_000, 900, 12]),
      vital("cls", "phone", [920_000, 5_120, 310]),
      vital("cls", "desktop", [230_000, 410, 3]),
    ],
    errors: [
      {
        errorClass: "TypeError",
        file: "hydrate-D3kfA9xQ.js",
        build: "61dfd46707cb-a209",
        count: 1_204,
      },
      {
        errorClass: "NetworkError",
        file: "popup-B81kxW02.js",
        build: "61dfd46707cb-a209",
        count: 311,
      },
      { errorClass: "other", file: "other", build: "other", count: 42 },
    ],
  },
};

/** The first start: nothing has happened yet, and ActiveCampaign is not configured. */
export const emptyFigures: Figures = {
  ...quietFigures,
  signUps: {
    lastHour: 0,
    today: 0,
    all: 0,
    people: 0,
    byHour: slices(start - 29 * hourMs, hourMs, []),
    byMinute: undefined,
    bySource: [],
  },
  steps: { today: steps([0, 0, 0, 0, 0, 0, 0]), all: steps([0, 0, 0, 0, 0, 0, 0]) },
  delivery: { ...quietFigures.delivery, lag: undefined, isConfigured: false },
  groups: [],
  state: {
    ...quietFigures.state,
    phase: "before",
    version: undefined,
    store: { engine: "sqlite", bytes: undefined, diskFreeShare: undefined },
    lastBackupAt: undefined,
  },
  pages: { vitals: [], errors: [] },
};

function slices(from: number, sliceMs: number, signUps: readonly number[]): Slice[] {
  return Array.from({ length: 24 }, (_, index) => {
    const count = signUps[index % Math.max(signUps.length, 1)] ?? 0;
    return { start: from + index * sliceMs, views: count * 4, signUps: count };
  });
}

/** From an hour before the class to now: a slow rise, and a wave when the class begins. */
function nightMinutes(): Slice[] {
  return Array.from({ length: 92 }, (_, minute) => {
    const wave = 5_200 * Math.exp(-(((minute - 63) / 9) ** 2));
    const signUps = Math.round(300 + minute * 9 + wave + 220 * Math.sin(minute * 1.7));
    const counted = minute === 91 ? Math.round(signUps / 5) : signUps;
    return { start: start + (minute - 60) * minuteMs, views: counted * 4, signUps: counted };
  });
}

function steps(counts: readonly number[]): StepFigure[] {
  const names = [
    "view",
    "popup-opened",
    "form-begun",
    "sent",
    "kept",
    "error-shown",
    "group-press",
  ] as const;
  const share = (count: number, of: number | undefined) => (of ? count / of : undefined);
  // An error is no step on the way, so the step after it is compared with the one before it.
  const before = [undefined, 0, 1, 2, 3, undefined, 4];
  return names.map((step, index) => {
    const [count = 0, views] = [counts[index], counts[0]];
    const earlier = before[index] === undefined ? undefined : counts[before[index]];
    return { step, count, ofBefore: share(count, earlier), ofViews: share(count, views) };
  });
}

function group(id: number, taken: number, state: "open" | "no-places" | "said-full") {
  const link = `https://chat.whatsapp.com/Convite${id}`;
  return { id, link, room: 1_024, stopAt: 950, taken, saidFull: 0, state };
}

function vital(
  name: "lcp" | "inp" | "cls",
  device: "phone" | "desktop",
  [good = 0, fair = 0, poor = 0]: readonly number[],
) {
  return { vital: name, device, ratings: { good, fair, poor } };
}
