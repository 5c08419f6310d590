import type { PageSchedule } from "#event/page-schedule.ts";
import { createQuestionTimes, never, sleepMs } from "./question-times.ts";
import { askServer, clockOfPage } from "./server-clock.ts";
import { showEvent, showMove } from "./show-event.ts";

// Not `scheduleId`: its file brings the words of all phases, which would be loaded for it.
const json = document.getElementById("schedule")?.firstChild;
if (json) followEvent(document, json);

/** Keeps an open page right: it follows the server's clock, and the operator's choices. */
function followEvent(page: Document, json: ChildNode): void {
  let schedule: PageSchedule = JSON.parse(json.nodeValue ?? "");
  if (schedule.preview) return;
  const times = createQuestionTimes(Math.random);
  const [navigation] = performance.getEntriesByType("navigation");
  const clock = clockOfPage(navigation, Date.now() - performance.now());
  let aheadMs = clock ?? 0;
  // Until the server has answered, the page stays as the server has written it: the visitor's clock may be wrong.
  let clockIsKnown = clock !== undefined;
  let askAt = clockIsKnown ? times.first(schedule, now()) : times.soon(now());
  let timer = 0;

  function now(): number {
    return Date.now() + aheadMs;
  }

  function update(): void {
    const changed = clockIsKnown && showEvent(page, schedule, now());
    if (changed && askAt === never) askAt = times.first(schedule, now());
    clearTimeout(timer);
    const wait = sleepMs(schedule, now(), page.hidden ? never : askAt);
    timer = window.setTimeout(wake, wait);
  }

  function wake(): void {
    if (page.hidden || now() < askAt) update();
    else void ask();
  }

  async function ask(): Promise<void> {
    askAt = times.again(now());
    const learned = await askServer(schedule);
    if (learned) {
      showMove(page, schedule, learned.schedule);
      ({ schedule, aheadMs } = learned);
      // Other scripts read the schedule from the page.
      json.nodeValue = JSON.stringify(schedule);
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

  page.addEventListener("visibilitychange", comeBack);
  page.addEventListener("resume", comeBack);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  new MutationObserver(update).observe(page.body, { childList: true, subtree: true });
  update();
}
