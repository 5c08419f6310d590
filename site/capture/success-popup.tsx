import type { RefObject } from "react";
import { messages } from "#content/messages.ts";
import { Dialog } from "#site/ui/dialog.tsx";
import { Toasts } from "#site/ui/toasts.tsx";
import { NextSteps } from "./next-steps.tsx";

export function SuccessPopup({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { success, toasts } = messages;
  return (
    <Dialog id="success-popup" title={success.title} closeLabel={success.close} ref={ref}>
      <Toasts closeLabel={toasts.close} />
      <NextSteps />
    </Dialog>
  );
}
