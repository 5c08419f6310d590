import { type FormEvent, useEffect, useRef, useState } from "react";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { signUp } from "#content/sign-up.ts";
import { presentWordings } from "#event/page-schedule.ts";
import { leadIn } from "#site/capture/memory/draft.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import { disableAutoOpen, leadPopupId } from "#site/capture/popup/popup.ts";
import { fillIn, tidyAndValidate } from "#site/capture/sign-up.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { presentPhase, readSchedule } from "#site/event/event-now.ts";
import { closeToast, showToast, Toasts } from "#site/ui/toasts/toasts.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { ConsentBox, LeadForm, SubmitButton } from "./lead-form.tsx";
import { confirmInToast, useSignUpForm } from "./use-sign-up-form.ts";

const { success, toasts } = messages;
const surface = "page";

/**
 * The form in the page. Without a tick its script shows a toast and sends nothing. With a tick it sends only if
 * `inPageFormSends` is true, or if the form stands in for the popup: the specification wants no more. Otherwise it copies
 * the answers into the popup and shows a toast. After a sent sign-up the next steps stand in place of the form.
 */
export function PageForm() {
  const [accepted, setAccepted] = useState(false);
  const { form, busy, problems, setProblem, send, waiting, takeBack } = useSignUpForm(surface, () =>
    setAccepted(true),
  );
  const consent = useRef<HTMLInputElement>(null);
  // Before hydration the browser asks for a missing consent, and from now on a toast does.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!tidyAndValidate(event)) return;
    if (!consent.current?.checked) {
      showToast({ ...toasts.consentMissing, variant: "destructive", place: surface });
      noteStep("error-shown", surface);
      consent.current?.focus({ focusVisible: true });
      return;
    }
    const pressed = event.currentTarget;
    const wording = presentWordings(presentPhase(document)).consent;
    if (launch.inPageFormSends || standsInForPopup()) {
      disableAutoOpen();
      send(wording);
      return;
    }
    passOn(pressed);
    pressed.reset();
    confirmInToast();
  }

  if (accepted)
    return (
      <NextSteps
        times={readSchedule(document)}
        role="group"
        aria-label={success.title}
        tabIndex={-1}
        ref={focus}
      />
    );
  return (
    <LeadForm surface={surface} onSubmit={submit} ref={form}>
      <LeadFields idPrefix="sign-up" problems={problems} onProblem={setProblem} />
      <ConsentBox
        required={!isHydrated}
        ref={consent}
        onChange={({ currentTarget: { checked } }) => checked && closeToast()}
      />
      <Toasts place={surface} closeLabel={toasts.close} />
      <SubmitButton label={signUp.submit} busy={busy} waiting={waiting} takeBack={takeBack} />
    </LeadForm>
  );
}

/** What was typed and not sent stands in the popup, which may still open by itself: no field may keep the focus for that. */
function passOn(pressed: HTMLFormElement): void {
  const popup = document.querySelector<HTMLFormElement>(`#${leadPopupId} form`);
  if (popup) fillIn(popup, leadIn(pressed));
  pressed.querySelector<HTMLElement>("[type=submit]")?.focus();
}

/** The button that had the focus has gone with the form. */
function focus(confirmation: HTMLElement | null): void {
  confirmation?.focus();
}

/** Whether a call to action led to this form, because the browser could not open the popup before our script came. */
function standsInForPopup(): boolean {
  return location.hash === "#form-section" && !("commandForElement" in HTMLButtonElement.prototype);
}
