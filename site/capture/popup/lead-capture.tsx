import { useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { Toasts } from "#site/ui/toasts.tsx";
import { FloatingCta } from "./floating-cta.tsx";
import { LeadPopup } from "./lead-popup.tsx";
import { SuccessPopup } from "./success-popup.tsx";

/** What floats above the page: the button, the two popups, and the way from the one to the other. */
export function LeadCapture() {
  const leadPopup = useRef<HTMLDialogElement>(null);
  const successPopup = useRef<HTMLDialogElement>(null);
  const [accepted, setAccepted] = useState(false);

  function celebrate() {
    setAccepted(true);
    leadPopup.current?.close();
    successPopup.current?.showModal();
  }

  return (
    <>
      <FloatingCta />
      <LeadPopup ref={leadPopup} onAccepted={celebrate} />
      <SuccessPopup accepted={accepted} ref={successPopup} />
      <Toasts closeLabel={messages.toasts.close} />
    </>
  );
}
