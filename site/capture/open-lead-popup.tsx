import { Button } from "#site/ui/button.tsx";
import { leadPopupId } from "./lead-popup-id.ts";
import "./open-lead-popup.css";

type OpenLeadPopupProps = { label: string; from: string };

/** Opens the lead popup natively. Where no script runs and the browser cannot, a link to the form in the page stands in. */
export function OpenLeadPopup({ label, from }: OpenLeadPopupProps) {
  return (
    <>
      <LeadPopupButton label={label} from={from} />
      <a className="button open-lead-popup__link" href="#form-section">
        {label}
      </a>
    </>
  );
}

export function LeadPopupButton({ label, from }: OpenLeadPopupProps) {
  return (
    <Button
      className="open-lead-popup__button"
      command="show-modal"
      commandfor={leadPopupId}
      data-cta={from}
    >
      {label}
    </Button>
  );
}
