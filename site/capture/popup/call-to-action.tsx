import { launch } from "#content/launch.ts";
import { floating } from "#content/messages.ts";
import { CallLabel, EnterClass, shownIn } from "#site/event/event-words.tsx";
import { Button, ButtonLink } from "#site/ui/button.tsx";
import { CloseButton } from "#site/ui/dialog/dialog.tsx";
import { leadPopupId } from "./popup.ts";
import "./call-to-action.first.css";
import "./floating-cta.css";

type CallProps = { label: string; from: string; className?: string };

/**
 * A button that opens the popup without our script. Browsers in which a button cannot open a dialog show a link to the
 * form in the page.
 */
export function CallToAction({ label, from }: CallProps) {
  return (
    <>
      <LeadPopupButton label={label} from={from} className="call-to-action" />
      <ButtonLink className="call-to-action" href="#form-section">
        <CallLabel open={label} />
      </ButtonLink>
    </>
  );
}

function LeadPopupButton({ label, from, ...rest }: CallProps) {
  return (
    <Button {...rest} command="show-modal" commandfor={leadPopupId} data-cta={from}>
      <CallLabel open={label} />
    </Button>
  );
}

/** The bar with the call to action at the bottom of the window: `popup.ts` shows it. */
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
