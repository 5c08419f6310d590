import { afterEach, expect, test } from "vitest";
import type { EventPlan } from "#event/edition.ts";
import { eventStateAt } from "#event/event-state.ts";
import { pageSchedule } from "#event/page-schedule.ts";
import { countdownNow, phaseNow, visitorHour } from "./schedule-now.ts";
