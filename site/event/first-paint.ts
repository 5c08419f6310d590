import { scheduleId } from "#event/page-schedule.ts";
import { countdownNow, phaseNow, visitorHour } from "./schedule-now.ts";

/**
 * An inline script, which comes after the sentences of the first screen and runs before the first paint, so that nothing
 * moves. It writes the visitor's hour; on a static host, which knows no time, it also chooses the phase by the visitor's
 * clock.
 */
export const setPhaseBeforePaint = `{
const schedule=JSON.parse(document.getElementById("${scheduleId}").textContent),now=Date.now(),
put=(name,text)=>document.querySelectorAll("[data-event="+name+"]").forEach(place=>place.textContent=text);
put("visitorHour",(${visitorHour})(schedule));
if(!schedule.fromServer){
document.documentElement.dataset.phase=(${phaseNow})(schedule,now);
put("countdown",(${countdownNow})(schedule,now))
}}`;
