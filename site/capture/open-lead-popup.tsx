import { Button } from "#site/ui/button.tsx";
import { noteInvokerCommands } from "#site/ui/invoker-commands.ts";
import { leadPopupId } from "./lead-popup-id.ts";
import "./open-lead-popup.css";

type OpenLeadPopupProps = { label: string; from: string };

/** Stands before the first call, so that no call changes after it has been painted. */
export function NoteInvokerCommands() {
  return <script>{noteInvokerCommands}</script>;
}

/** Opens the lead popup natively. Without script, or until it comes where the browser cannot, a link leads to the form in the page. */
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
