import { useRef } from "react";
import { messages } from "#content/messages.ts";
import { LeadPopupButton } from "./open-lead-popup.tsx";
import { useFloatingCta } from "./use-floating-cta.ts";
import "./floating-cta.css";

export function FloatingCta() {
  const bar = useRef<HTMLDivElement>(null);
  const { shown, dismiss } = useFloatingCta(bar);
  const { label, close } = messages.floating;
  return (
    <div className="floating-cta" ref={bar} hidden={!shown}>
      <LeadPopupButton label={label} from="floating" />
      <button className="floating-cta__close" type="button" aria-label={close} onClick={dismiss}>
        <svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
          <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2" />
        </svg>
      </button>
    </div>
  );
}
