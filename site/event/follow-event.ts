import type { PageSchedule } from "#event/page-schedule.ts";
import { readSchedule } from "./event-now.ts";
import { askServer, clockOfPage, createQuestionTimes, never, sleepMs } from "./server-clock.ts";
import { announce, showEvent } from "./show-event.ts";

/** Keeps an open page right: it follows the server's clock, and the operator's choices. */
export function followEvent(page: Document): void {
  const written = readSchedule(page);
  if (written && !written.preview) follow(page, written);
}

function follow(page: Document, written: PageSchedule): void {
  const times = createQuestionTimes(Math.random);
  let schedule = written;
  // Without a server to ask, the visitor's clock decides. With one, the page stays as the server has written it until
  // the server's clock is known: the visitor's may be wrong.
  let aheadMs = schedule.fromServer ? clockOfPage() : 0;
  let askAt = aheadMs === undefined ? times.soon(now()) : times.initial(schedule, now());
  let timer = 0;

  function now(): number {
    return Date.now() + (aheadMs ?? 0);
  }

  function questionAt(): number {
    return page.hidden || !schedule.fromServer ? never : askAt;
  }

  function update(): void {
    // One time for all: with a second look at the clock a change between the two looks would be slept over.
    const time = now();
    const changed = aheadMs !== undefined && showEvent(page, schedule, time);
    if (changed && askAt === never) askAt = times.initial(schedule, time);
    clearTimeout(timer);
    timer = window.setTimeout(wake, sleepMs(schedule, time, questionAt()));
  }

  function wake(): void {
    if (now() < questionAt()) update();
    else void ask();
  }

  async function ask(): Promise<void> {
    askAt = times.again(now());
    // The page must change its phase in time also while the server's answer is on its way.
    update();
    const learned = await askServer();
    const isMoved = learned !== undefined && learned.schedule.start !== schedule.start;
    if (learned) {
      tellPage(page, schedule, learned.schedule);
      ({ schedule, aheadMs } = learned);
      askAt = times.next(schedule, now());
    }
    aheadMs ??= 0;
    update();
    if (isMoved) announce(page);
  }

  function comeBack(): void {
    if (page.hidden) return;
    askAt = times.soon(now());
    update();
  }

  // A hidden or frozen tab comes back, or the back button restores the page.
  page.addEventListener("visibilitychange", comeBack);
  page.addEventListener("resume", comeBack);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  new MutationObserver(update).observe(page.body, { childList: true, subtree: true });
  update();
}

/** Tells the other scripts and the styles of the page what the server has answered. */
function tellPage(page: Document, before: PageSchedule, after: PageSchedule): void {
  // An attribute, because Firefox takes a new text of any script for code.
  page.getElementById("schedule")?.setAttribute("data-latest", JSON.stringify(after));
  // A sign-up counts for its own edition only: in the next one the page invites again.
  if (before.year !== after.year) delete page.documentElement.dataset["signedUp"];
}
