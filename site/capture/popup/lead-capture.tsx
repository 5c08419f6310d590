import { useRef, useState } from "react";
import { messages } from "#content/messages.ts";
import { Toasts } from "#site/ui/toasts/toasts.tsx";
import { LeadPopup } from "./lead-popup.tsx";
import { SuccessPopup } from "./success-popup.tsx";

/** The popup with the form, the success popup and the toasts. The success popup opens after a sign-up. */
export function LeadCapture() {
  const leadPopup = useRef<HTMLDialogElement>(null);
  const successPopup = useRef<HTMLDialogElement>(null);
  const [accepted, setAccepted] = useState(false);

  function showSuccess() {
    setAccepted(true);
    leadPopup.current?.close();
    focusGroupLink();
    successPopup.current?.showModal();
  }

  return (
    <>
      <LeadPopup ref={leadPopup} onAccepted={showSuccess} />
      <SuccessPopup accepted={accepted} ref={successPopup} />
      <Toasts closeLabel={messages.toasts.close} />
    </>
  );
}

/**
 * The call to action that opened the popup is hidden after the sign-up, so the browser cannot give it the focus again. The
 * link to the group on the first screen gets the focus instead, now and when the success popup closes.
 */
function focusGroupLink(): void {
  // The element that had the focus before the popup opened by itself has it again.
  if (document.activeElement?.closest("main")) return;
  document.querySelector<HTMLElement>("main [data-group-path]")?.focus({ preventScroll: true });
}
