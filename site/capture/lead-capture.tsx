import { useRef } from "react";
import { LeadPopup } from "./lead-popup.tsx";
import { SuccessPopup } from "./success-popup.tsx";

/** The two popups of a sign-up, and the way from the one to the other. */
export function LeadCapture() {
  const leadPopup = useRef<HTMLDialogElement>(null);
  const successPopup = useRef<HTMLDialogElement>(null);

  function celebrate() {
    leadPopup.current?.close();
    successPopup.current?.showModal();
  }

  return (
    <>
      <LeadPopup ref={leadPopup} onAccepted={celebrate} />
      <SuccessPopup ref={successPopup} />
    </>
  );
}
