import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { after } from "#content/phases.ts";
import { success } from "#content/success.ts";
import { presentWordings } from "#event/page-schedule.ts";
import { SignUpForm } from "#site/capture/form/sign-up-form.tsx";
import { loadDraft, markDraftClosed } from "#site/capture/memory/drafts-and-waiting.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import {
  CallLabel,
  dated,
  EnterClass,
  OpenOrAfter,
  openPhases,
  PhaseStatus,
} from "#site/event/event-words.tsx";
import { presentPhase, readSchedule } from "#site/event/show-event.ts";
import { Dialog } from "#site/ui/dialog/dialog.tsx";
import { closeToast, Toasts } from "#site/ui/toasts/toasts.tsx";
import { NextSteps } from "./next-steps.tsx";
import { leadPopupId } from "./popup.ts";

const { form: words, toasts, wordings } = messages;
const surface = "popup";

/** The popup with the form, the success popup, which opens after a sign-up, and the toasts. */
export function LeadCapture() {
  const leadPopup = useRef<HTMLDialogElement>(null);
  const successPopup = useRef<HTMLDialogElement>(null);
  const [accepted, setAccepted] = useState(false);

  function showSuccess() {
    // The success popup must not open before its content is rendered, because a screen reader reads the content at the
    // opening.
    flushSync(() => setAccepted(true));
    leadPopup.current?.close();
    focusGroupLink();
    successPopup.current?.showModal();
  }

  return (
    <>
      <LeadPopup ref={leadPopup} onAccepted={showSuccess} />
      <Dialog
        id="success-popup"
        title={dated(success.title)}
        closeLabel={success.close}
        ref={successPopup}
      >
        {/* The content is not rendered before a sign-up, so that hydration has less work. */}
        {accepted && <NextSteps times={readSchedule(document)} />}
      </Dialog>
      {/* If sending fails after the visitor has closed the popup, these toasts say so. */}
      <Toasts place={surface} closeLabel={toasts.close} />
    </>
  );
}

type LeadPopupProps = { ref: RefObject<HTMLDialogElement | null>; onAccepted: () => void };

function LeadPopup({ ref, onAccepted }: LeadPopupProps) {
  useEffect(() => {
    reopenAfterReload(ref.current);
    // The browser sends the event `close` only with the next frame, which does not happen if the visitor leaves the
    // page at once.
    const leave = () => markIfClosed(ref.current);
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [ref]);

  return (
    <Dialog
      id={leadPopupId}
      title={<CallLabel open={words.title} />}
      closeLabel={words.close}
      ref={ref}
      data-opens-after={launch.popupDelaySeconds}
      onClose={({ currentTarget }) => markIfClosed(currentTarget)}
      // Closes a toast about the form in the page, which would seem to be about the popup. The event `toggle` would be
      // too late, and is not sent for a popup that was closed at once.
      onBeforeToggle={({ newState }) => newState === "open" && closeToast()}
    >
      <SignUpForm
        surface={surface}
        idPrefix={leadPopupId}
        label={words.submit}
        wording={wordings.current.notice}
        onPress={() => presentWordings(presentPhase(document)).notice}
        onAccepted={onAccepted}
        intro={
          <>
            <PhaseStatus className="class-status" phases={openPhases} />
            <p className="quiet">
              <OpenOrAfter open={words.intro} after={after.intro} />
            </p>
            <EnterClass />
          </>
        }
      />
    </Dialog>
  );
}

/**
 * The call to action that opened the popup is hidden after the sign-up, so the browser cannot give the focus back to
 * it. The link to the group on the first screen gets the focus instead, now and when the success popup closes.
 */
function focusGroupLink(): void {
  // If the popup opened by itself, the element that had the focus before has it again.
  if (document.activeElement?.closest("main")) return;
  document
    .querySelector<HTMLElement>("main .signed-up [data-group-path]")
    ?.focus({ preventScroll: true });
}

function markIfClosed(popup: HTMLDialogElement | null): void {
  if (!popup?.open) markDraftClosed();
}

/** Opens the popup again after a reload, with what could not be sent, unless the visitor had closed the popup. */
function reopenAfterReload(popup: HTMLDialogElement | null): void {
  const draft = loadDraft();
  if (!popup || !draft?.open) return;
  popup.dataset["cta"] = draft.context.cta ?? "";
  if (popup.open) return;
  popup.showModal();
  noteStep("popup-opened", surface);
}
