import { useEffect, useRef, useState } from "react";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { signUp } from "#content/sign-up.ts";
import { success } from "#content/success.ts";
import { presentWordings } from "#event/page-schedule.ts";
import { leadIn } from "#site/capture/memory/drafts-and-waiting.ts";
import { NextSteps } from "#site/capture/popup/next-steps.tsx";
import { disableAutoOpen, leadPopupId } from "#site/capture/popup/popup.ts";
import { fillIn } from "#site/capture/sign-up.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { presentPhase, readSchedule } from "#site/event/show-event.ts";
import { closeToast, showToast } from "#site/ui/toasts/toasts.tsx";
import { ConsentBox } from "./lead-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { confirmInToast } from "./use-sign-up-form.ts";

const { toasts } = messages;
const surface = "page";

/**
 * The form in the page. Without a tick in its consent box, a press shows a toast and sends nothing. With a tick, the
 * form sends only if `inPageFormSends` is true, or if the browser could not open the popup, because the specification
 * does not ask this form to send. Otherwise the form copies the answers into the popup and shows a toast. After a
 * sign-up that was sent, the next steps replace the form.
 */
export function PageForm() {
  const [accepted, setAccepted] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  // Before hydration the browser itself asks for a missing consent (`required`); after hydration a toast asks for it.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);

  function press(form: HTMLFormElement) {
    if (!consent.current?.checked) {
      showToast({ ...toasts.consentMissing, variant: "destructive", place: surface });
      noteStep("error-shown", surface);
      consent.current?.focus({ focusVisible: true });
      return undefined;
    }
    if (launch.inPageFormSends || standsInForPopup()) {
      disableAutoOpen();
      return presentWordings(presentPhase(document)).consent;
    }
    passOn(form);
    form.reset();
    confirmInToast();
    return undefined;
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
    <SignUpForm
      surface={surface}
      idPrefix="sign-up"
      label={signUp.submit}
      onPress={press}
      onAccepted={() => setAccepted(true)}
    >
      <ConsentBox
        required={!isHydrated}
        ref={consent}
        onChange={({ currentTarget: { checked } }) => checked && closeToast()}
      />
    </SignUpForm>
  );
}

/**
 * Copies the answers, which were not sent, into the popup. The popup may still open by itself, but not while a field
 * has the focus, so the button gets the focus.
 */
function passOn(pressed: HTMLFormElement): void {
  const popup = document.querySelector<HTMLFormElement>(`#${leadPopupId} form`);
  if (popup) fillIn(popup, leadIn(pressed));
  pressed.querySelector<HTMLElement>("[type=submit]")?.focus();
}

/** Focuses the confirmation, because the button that had the focus was removed with the form. */
function focus(confirmation: HTMLElement | null): void {
  confirmation?.focus();
}

/** Whether a call to action was a link to this form: before our script, the browser could not open the popup. */
function standsInForPopup(): boolean {
  return location.hash === "#form-section" && !("commandForElement" in HTMLButtonElement.prototype);
}
