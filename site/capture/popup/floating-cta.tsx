import { useRef } from "react";
import { messages } from "#content/messages.ts";
import { EnterClass } from "#site/event/enter-class.tsx";
import { shownIn } from "#site/event/in-phase.tsx";
import { CloseButton } from "#site/ui/dialog/close-button.tsx";
import { LeadPopupButton } from "./open-lead-popup.tsx";
import { useFloatingCta } from "./use-floating-cta.ts";
import "./floating-cta.css";

export function FloatingCta() {
  const bar = useRef<HTMLDivElement>(null);
  const { shown, dismiss } = useFloatingCta(bar);
  const { label, close } = messages.floating;
  return (
    // Hydration does not compare the attributes of this element, because `text-fonts.ts` may have added one before
    // hydration.
    <div className="floating-cta" ref={bar} hidden={!shown} suppressHydrationWarning>
      <LeadPopupButton
        className="floating-cta__button"
        label={label}
        from="floating"
        {...shownIn("before", "today", "doors", "waiting", "after")}
      />
      <EnterClass className="floating-cta__button" phases={["live"]} />
      <CloseButton className="floating-cta__close" label={close} size={14} onClick={dismiss} />
    </div>
  );
}
