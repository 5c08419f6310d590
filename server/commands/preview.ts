import { launch } from "#content/launch.ts";
import { canCome, phases } from "#event/phase.ts";
import { preview as phrases } from "#phrases/commands/preview.ts";
import { event as eventPhrases } from "#phrases/event.ts";
import { previewMs, signPreview } from "#server/store/event/preview.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import { type Command, done, failed, misused } from "./command-line/command.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatTime } from "./printing/text.ts";

const shownPhases = phases.filter((name) => canCome(name, launch.event));

export const preview: Command = {
  needs: "database",
  usage: `[${shownPhases.join("|")}]`,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 1 },
  options: {},
  async run({ database, databaseClock, config, write }, { operands: [typed] }) {
    const chosen = shownPhases.filter(
      (name) => typed === undefined || name === typed.toLowerCase(),
    );
    if (typed !== undefined && chosen.length === 0)
      return misused(phrases.unknown(escapeForTerminal(typed), shownPhases));
    const until = (await databaseClock(database)) + previewMs;
    const { linkKey } = await readEvent(database);
    if (linkKey === undefined) return failed(eventPhrases.unreadable, eventPhrases.mend);
    for (const phase of chosen) {
      const query = signPreview(linkKey, { phase, until });
      await write(`${eventPhrases.phase(phase)}:\n  ${config.siteUrl}/?${query}\n`);
    }
    await write(`${phrases.until(formatTime(until))}\n`);
    return done;
  },
};
