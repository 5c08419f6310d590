import { useRef } from "react";
import { messages } from "#content/messages.ts";
import { CloseCross } from "#site/ui/close-cross.tsx";
import { LeadPopupButton } from "./open-lead-popup.tsx";
import { useFloatingCta } from "./use-floating-cta.ts";
import "./floating-cta.css";

export function FloatingCta() {
  const bar = useRef<HTMLDivElement>(null);
  const { shown, dismiss } = useFloatingCta(bar);
  const { label, close } = messages.floating;
  return (
    // `own-face.ts` may have added its attribute before React hydrates this element.
    <div className="floating-cta" ref={bar} hidden={!shown} suppressHydrationWarning>
      <LeadPopupButton label={label} from="floating" />
      <button className="floating-cta__close" type="button" aria-label={close} onClick={dismiss}>
        <CloseCross size={14} />
      </button>
    </div>
  );
}
