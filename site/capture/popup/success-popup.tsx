import type { RefObject } from "react";
import { messages } from "#content/messages.ts";
import { savedGroup } from "#site/capture/memory/signed-up.ts";
import { readSchedule } from "#site/event/read-schedule.ts";
import { Announcement } from "#site/ui/announcement.tsx";
import { Dialog } from "#site/ui/dialog/dialog.tsx";
import { Toasts } from "#site/ui/toasts/toasts.tsx";
import { NextSteps } from "./next-steps.tsx";

type SuccessPopupProps = { accepted: boolean; ref: RefObject<HTMLDialogElement | null> };

/** Renders its content only after a sign-up, so that hydration has less work. */
export function SuccessPopup({ accepted, ref }: SuccessPopupProps) {
  const { success, toasts } = messages;
  return (
    <Dialog id="success-popup" title={success.title} closeLabel={success.close} ref={ref}>
      <Toasts closeLabel={toasts.close} />
      <Announcement />
      {accepted && <NextSteps times={readSchedule(document)} group={savedGroup()} />}
    </Dialog>
  );
}
