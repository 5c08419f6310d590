import type { Times } from "#event/moved-words.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { createQuestionTimes, never, sleepMs } from "./question-times.ts";
import { askServer, clockOfPage } from "./server-clock.ts";
import { showEvent, showMove } from "./show-event.ts";

/** Keeps an open page right: it follows the server's clock, and the operator's choices. */
export function followEvent(page: Document): void {
  // Not `scheduleId`: its file brings the words of all phases, which would be loaded for it.
  const script = page.getElementById("schedule");
  if (script) follow(page, script);
}

function follow(page: Document, script: HTMLElement): void {
  let schedule: PageSchedule = JSON.parse(script.textContent);
  if (schedule.preview) return;
  const times = createQuestionTimes(Math.random);
  const [navigation] = performance.getEntriesByType("navigation");
  const clock = clockOfPage(navigation, Date.now() - performance.now());
  let aheadMs = clock ?? 0;
  // Until the server has answered, the page stays as the server has written it: the visitor's clock may be wrong.
  let clockIsKnown = clock !== undefined;
  let askAt = clockIsKnown ? times.initial(schedule, now()) : times.soon(now());
  let timer = 0;
  /** The dates and hours that texts of this page may still name. */
  const named: Times[] = schedule.planned ? [schedule.planned] : [];

  function now(): number {
    return Date.now() + aheadMs;
  }

  function update(): void {
    // One time for all: with a second look at the clock a change between the two looks would be slept over.
    const time = now();
    const changed = clockIsKnown && showEvent(page, schedule, time);
    if (changed && askAt === never) askAt = times.initial(schedule, time);
    for (const before of named) showMove(page, before, schedule);
    clearTimeout(timer);
    timer = window.setTimeout(wake, sleepMs(schedule, time, page.hidden ? never : askAt));
  }

  function wake(): void {
    if (page.hidden || now() < askAt) update();
    else void ask();
  }

  async function ask(): Promise<void> {
    askAt = times.again(now());
    // The page must change its phase in time also while the server's answer is on its way.
    update();
    const learned = await askServer(schedule);
    if (learned) {
      if (isMoved(schedule, learned.schedule)) named.push(schedule);
      tellPage(script, schedule, learned.schedule);
      ({ schedule, aheadMs } = learned);
      askAt = times.next(schedule, now());
    }
    clockIsKnown = true;
    update();
  }

  function comeBack(): void {
    if (page.hidden) return;
    askAt = times.soon(now());
    update();
  }

  onReturn(page, comeBack);
  new MutationObserver(update).observe(page.body, { childList: true, subtree: true });
  update();
}

/** Calls `comeBack` when a hidden or frozen tab comes back, and when the back button restores the page. */
function onReturn(page: Document, comeBack: () => void): void {
  page.addEventListener("visibilitychange", comeBack);
  page.addEventListener("resume", comeBack);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
}

/** Tells the other scripts and the styles of the page what the server has answered. */
function tellPage(script: HTMLElement, before: PageSchedule, after: PageSchedule): void {
  // An attribute, because Firefox takes a new text of any script for code.
  script.dataset["latest"] = JSON.stringify(after);
  const { dataset } = script.ownerDocument.documentElement;
  // A sign-up counts for its own edition only: in the next one the page invites again.
  if (before.year !== after.year) delete dataset["signedUp"];
}

function isMoved(before: Times, after: Times): boolean {
  return before.date !== after.date || before.hour !== after.hour;
}
