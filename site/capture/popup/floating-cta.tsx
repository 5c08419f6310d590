import { launch } from "#content/launch.ts";
import { floating } from "#content/messages.ts";
import { EnterClass, shownIn } from "#site/event/event-words.tsx";
import { CloseButton } from "#site/ui/dialog/dialog.tsx";
import { LeadPopupButton } from "./call-to-action.tsx";
import "./floating-cta.css";

/** The bar with the call to action at the bottom of the window. `show-floating-cta.ts` shows the bar. */
export function FloatingCta() {
  const { label, close } = floating;
  return (
    <div className="floating-cta" data-after-px={launch.floatingCtaScrollPx} hidden>
      <LeadPopupButton
        {...shownIn("before", "today", "doors", "waiting", "after")}
        className="floating-cta__button button--quiet"
        label={label}
        from="floating"
      />
      <EnterClass className="floating-cta__button" phases={["live"]} />
      <CloseButton className="floating-cta__close" label={close} size={14} />
    </div>
  );
}
