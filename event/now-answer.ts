import type { PageSchedule } from "./page-schedule.ts";

/** Where an open tab asks what time it is at the server, and where the event stands. */
export const nowPath = "/agora";

/** The answer at `nowPath`: the server's time in milliseconds since 1970, and the schedule that a page has from now on. */
export type NowAnswer = PageSchedule & { now: number };
