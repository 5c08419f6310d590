import type { ReactNode } from "react";
import { calmSwitchId } from "./calm-mode.ts";
import "./calm-switch.first.css";

/** A checkbox whose state the styles read, so that it works before and without script. */
export function CalmSwitch({ label, title }: { label: ReactNode; title: string }) {
  return (
    <label className="calm-switch" title={title}>
      <input className="calm-switch__input" type="checkbox" id={calmSwitchId} />
      <span className="calm-switch__track" aria-hidden="true" />
      {label}
    </label>
  );
}
