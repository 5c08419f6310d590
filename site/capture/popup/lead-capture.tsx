import { useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { Toasts } from "#site/ui/toasts/toasts.tsx";
import { FloatingCta } from "./floating-cta.tsx";
import { LeadPopup } from "./lead-popup.tsx";
import { SuccessPopup } from "./success-popup.tsx";

/**
 * Everything that floats above the page: the bar with the call to action, the popup with the form, the success popup
 * and the toasts. The success popup opens after a sign-up.
 */
export function LeadCapture() {
  const leadPopup = useRef<HTMLDialogElement>(null);
  const successPopup = useRef<HTMLDialogElement>(null);
  const [accepted, setAccepted] = useState(false);

  function showSuccess() {
    setAccepted(true);
    leadPopup.current?.close();
    successPopup.current?.showModal();
  }

  return (
    <>
      <FloatingCta />
      <LeadPopup ref={leadPopup} onAccepted={showSuccess} />
      <SuccessPopup accepted={accepted} ref={successPopup} />
      <Toasts closeLabel={messages.toasts.close} />
    </>
  );
}
