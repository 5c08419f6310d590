import { useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { Toasts } from "#site/ui/toasts/toasts.tsx";
import { FloatingCta } from "./floating-cta.tsx";
import { LeadPopup } from "./lead-popup.tsx";
import { SuccessPopup } from "./success-popup.tsx";

/** Everything that floats above the page: the button, both popups and the toasts. After a sign-up the second popup opens. */
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
