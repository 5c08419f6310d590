import { randomUUID } from "node:crypto";
import { launch } from "#content/launch.ts";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { rehearse as phrases } from "#phrases/commands/rehearse.ts";
import {
  type CommandLineIo,
  type CommandOutcome,
  failed,
} from "#server/commands/command-line/command.ts";
import { shellWord } from "#server/commands/printing/escape.ts";
import type { Config } from "#server/config.ts";
import { newestSubmission } from "#server/store/deliveries/delivered.ts";
import { concludePlay } from "./conclude-play.ts";
import { sendSignUps } from "./made-up-people.ts";
import { type OpenedCopy, openCopy } from "./open-copy.ts";
import { type Play, planPlay } from "./play.ts";
import { hourOf, type Watched, watchPlay } from "./watch-play.ts";

export type Rehearsal = { config: Config; port: number; minutes: number };
type Copy = Extract<OpenedCopy, { kind: "open" }>;

/** How long an import takes in the fake ActiveCampaign: about as long as a small one in the real one. */
const importTakesMs = 2_000;
const usualList = "1";
const usualTag = "black-ahsd";

/** Plays the night on a copy of the store, and removes the copy. */
export async function runPlay(io: CommandLineIo, rehearsal: Rehearsal): Promise<CommandOutcome> {
  const play = planPlay(launch.event, io.clock(), rehearsal.minutes);
  const copy = await openCopy(io, rehearsal.config.store, play);
  if (copy.kind === "refused") return failed(copy.line);
  try {
    return await playOn(io, rehearsal, { copy, play });
  } finally {
    await copy.close();
    io.note(phrases.removed);
  }
}

async function playOn(
  io: CommandLineIo,
  rehearsal: Rehearsal,
  { copy, play }: { copy: Copy; play: Play },
): Promise<CommandOutcome> {
  const token = randomUUID();
  const list = rehearsal.config.activeCampaign?.list ?? usualList;
  const lists = [{ id: list, name: list }];
  const fake = await startFakeActiveCampaign({ token, lists, importTakesMs, ...accountLimits });
  try {
    const settings = settingsFor(rehearsal, { folder: copy.folder, url: fake.url, token, list });
    const server = await io.startServer({
      settings,
      event: play.event,
      warn: (message) => io.note(phrases.serverSays(message)),
    });
    if (server.kind === "refused") return failed(...server.lines);
    return await watchFrom(io, {
      url: `http://localhost:${rehearsal.port}`,
      copy,
      fake,
      play,
    }).finally(server.stop);
  } finally {
    await fake.stop();
  }
}

/** Every setting that matters is given here: nothing of the real server's settings may lead out of the rehearsal. */
function settingsFor(
  { config, port }: Rehearsal,
  { folder, url, token, list }: { folder: string; url: string; token: string; list: string },
): Record<string, string> {
  return {
    HOST: "localhost",
    PORT: String(port),
    DATA_DIR: folder,
    ACTIVECAMPAIGN_URL: url,
    ACTIVECAMPAIGN_TOKEN: token,
    ACTIVECAMPAIGN_LIST: list,
    ACTIVECAMPAIGN_TAGS: config.activeCampaign?.tags.join(",") || usualTag,
  };
}

async function watchFrom(
  io: CommandLineIo,
  { url, copy, fake, play }: { url: string; copy: Copy; fake: FakeActiveCampaign; play: Play },
): Promise<CommandOutcome> {
  await introduce(io, { url, account: fake.url, folder: copy.folder, play });
  const watched: Watched = {
    url,
    database: copy.database,
    fake,
    play,
    sent: { sent: 0, accepted: 0, waiting: 0 },
    newestBefore: await newestSubmission(copy.database),
    seen: [],
  };
  const { sent, seen } = watched;
  const sending = sendSignUps(io, { url, play, phase: () => seen.at(-1), sent });
  const [tally] = await Promise.all([watchPlay(io, watched), sending]);
  return concludePlay(io, watched, tally);
}

async function introduce(
  { write }: CommandLineIo,
  shown: { url: string; account: string; folder: string; play: Play },
): Promise<void> {
  const { doorsAt, start, end, over } = shown.play;
  const hours = { doors: hourOf(doorsAt), start: hourOf(start), end: hourOf(end) };
  for (const line of [
    phrases.page(shown.url),
    phrases.account(shown.account),
    phrases.advice,
    phrases.timetable({ ...hours, over: hourOf(over) }),
    phrases.hand(shellWord(shown.folder)),
  ])
    await write(`${line}\n`);
}
