import type { RefObject } from "react";
import { messages } from "#content/messages.ts";
import { Dialog } from "#site/ui/dialog.tsx";

export function SuccessPopup({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { success } = messages;
  return (
    <Dialog id="success-popup" title={success.title} closeLabel={success.close} ref={ref}>
      <p>{success.text}</p>
    </Dialog>
  );
}
