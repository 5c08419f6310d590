import type { ReactNode } from "react";
import { calmSwitchId } from "./calm-mode.ts";
import "./calm-switch.first.css";

/**
 * A checkbox whose state the styles read, so that it works before and without script. Once it is on, the note says what
 * that means.
 */
export function CalmSwitch({ label, note }: { label: ReactNode; note: ReactNode }) {
  return (
    <>
      <label className="calm-switch">
        <input type="checkbox" id={calmSwitchId} />
        {label}
      </label>
      <p className="calm-note">{note}</p>
    </>
  );
}
