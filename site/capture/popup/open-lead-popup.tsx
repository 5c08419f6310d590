import { Button } from "#site/ui/button.tsx";
import { noteInvokerCommands } from "#site/ui/invoker-commands.ts";
import { leadPopupId } from "./lead-popup-id.ts";
import "./open-lead-popup.css";

type OpenLeadPopupProps = { label: string; from: string };

/** Put this before the first call to action, so that no call changes from link to button after it was painted. */
export function NoteInvokerCommands() {
  return <script>{noteInvokerCommands}</script>;
}

/** A button that opens the popup without our script, or a link to the form in the page where the browser cannot do that yet. */
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
