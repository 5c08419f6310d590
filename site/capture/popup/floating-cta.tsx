import { launch } from "#content/launch.ts";
import { floating } from "#content/messages.ts";
import { EnterClass } from "#site/event/enter-class.tsx";
import { shownIn } from "#site/event/in-phase.tsx";
import { CloseButton } from "#site/ui/dialog/close-button.tsx";
import { LeadPopupButton } from "./call-to-action.tsx";
import "./floating-cta.css";

/** The bar with the call to action at the bottom of the window: `popup.ts` shows it. */
export function FloatingCta() {
  const { label, close } = floating;
  return (
    <div className="floating-cta" data-after-px={launch.floatingCtaScrollPx} hidden>
      <LeadPopupButton
        className="floating-cta__button button--quiet"
        label={label}
        from="floating"
        {...shownIn("before", "today", "doors", "waiting", "after")}
      />
      <EnterClass className="floating-cta__button" phases={["live"]} />
      <CloseButton className="floating-cta__close" label={close} size={14} />
    </div>
  );
}
