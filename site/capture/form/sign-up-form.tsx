import { type FormEvent, useEffect, useRef, useState } from "react";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { signUp } from "#content/sign-up.ts";
import { useKeptDraft } from "#site/capture/memory/use-kept-draft.ts";
import { disableAutoOpen } from "#site/capture/popup/auto-open-popup.ts";
import { Button } from "#site/ui/button.tsx";
import { showToast } from "#site/ui/toast-store.ts";
import { ConsentBox } from "./consent-box.tsx";
import { HiddenFields } from "./hidden-fields.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { addContactUrl } from "./submit-lead.ts";
import { isReady, useLeadForm } from "./use-lead-form.ts";
import "./sign-up-form.css";

const { toasts, wordings } = messages;
const about = { surface: "page", wording: wordings.current.consent } as const;

/** The form in the page: nothing proceeds without consent, and as specified nothing is sent. */
export function SignUpForm() {
  const { busy, problems, setProblem, send } = useLeadForm();
  const form = useRef<HTMLFormElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  useKeptDraft(form, about.surface);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isReady(event)) return;
    if (!consent.current?.checked) {
      showToast({ ...toasts.consentMissing, variant: "destructive" });
      consent.current?.focus({ focusVisible: true });
      return;
    }
    disableAutoOpen();
    if (launch.inPageFormSends && !(await send(event.currentTarget, about))) return;
    form.current?.reset();
    showToast({ ...toasts.signedUp, variant: "plain" });
  }

  return (
    <form
      className="sign-up-form"
      method="post"
      action={addContactUrl}
      onSubmit={submit}
      ref={form}
    >
      <HiddenFields surface={about.surface} />
      <LeadFields idPrefix="sign-up" problems={problems} onProblem={setProblem} />
      {/* Without script the browser asks for the tick; with it the toast does. */}
      <ConsentBox required={!hydrated} ref={consent} />
      <Button type="submit" aria-busy={busy}>
        {busy ? messages.form.sending : signUp.submit}
      </Button>
    </form>
  );
}

function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
