import { type FormEvent, useEffect, useRef, useState } from "react";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { signUp } from "#content/sign-up.ts";
import { presentWordings } from "#event/page-schedule.ts";
import { disableAutoOpen } from "#site/capture/popup/popup.ts";
import { trimAndValidate, useSignUpForm } from "#site/capture/sign-up.ts";
import { noteStep } from "#site/counting/notes.ts";
import { CallLabel } from "#site/event/in-phase.tsx";
import { presentPhase } from "#site/event/present.ts";
import { Button } from "#site/ui/button.tsx";
import { showToast } from "#site/ui/toasts/toast-store.ts";
import { LeadFields } from "./lead-fields.tsx";
import { ConsentBox, LeadForm } from "./lead-form.tsx";

const { toasts } = messages;
const surface = "page";

/**
 * The form in the page. Without consent its script does nothing; with consent, as specified, the script still sends no
 * sign-up unless `inPageFormSends` is true, or the form stands in for the popup.
 */
export function PageForm() {
  const { form, busy, problems, setProblem, send } = useSignUpForm(surface);
  const consent = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!trimAndValidate(event)) return;
    if (!consent.current?.checked) {
      showToast({ ...toasts.consentMissing, variant: "destructive" });
      noteStep("error-shown", surface);
      consent.current?.focus({ focusVisible: true });
      return;
    }
    disableAutoOpen();
    const wording = presentWordings(presentPhase(document)).consent;
    const sends = launch.inPageFormSends || standsInForPopup();
    if (!sends) event.currentTarget.reset();
    else if (!(await send(event.currentTarget, { surface, wording }))) return;
    showToast({ ...toasts.signedUp, variant: "plain" });
  }

  return (
    <LeadForm surface={surface} onSubmit={submit} ref={form}>
      <LeadFields idPrefix="sign-up" problems={problems} onProblem={setProblem} />
      {/* If the consent is missing, the browser asks for it before hydration; after hydration a toast asks for it. */}
      <ConsentBox required={!hydrated} ref={consent} />
      <Button type="submit" aria-busy={busy}>
        {busy ? messages.form.sending : <CallLabel open={signUp.submit} />}
      </Button>
    </LeadForm>
  );
}

/** Whether a call to action led to this form, because the browser could not open the popup before our script came. */
function standsInForPopup(): boolean {
  return location.hash === "#form-section" && !("commandForElement" in HTMLButtonElement.prototype);
}

function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
