import { Gauge, type Registry } from "prom-client";
import type { LaneFigures } from "#server/storage/lane-figures.ts";

/** How the way to ActiveCampaign is; undefined leaves the lines out. */
export function gaugeLane(registry: Registry): (figures: LaneFigures | undefined) => void {
  const registers = [registry];
  const closed = new Gauge({
    name: "delivery_lane_closed",
    help: "1 while ActiveCampaign refuses and is only tried once a minute",
    registers,
  });
  const paused = new Gauge({
    name: "delivery_paused",
    help: "1 while the operator has paused delivery",
    registers,
  });
  const parked = new Gauge({
    name: "parked_leads",
    help: "Leads that ActiveCampaign refused and that wait for the operator",
    registers,
  });
  return (figures) => {
    if (figures === undefined) {
      for (const gauge of [closed, paused, parked]) gauge.remove();
      return;
    }
    closed.set(Number(figures.closed));
    paused.set(Number(figures.paused));
    parked.set(figures.parked);
  };
}
