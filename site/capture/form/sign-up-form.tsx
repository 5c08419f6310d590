import type { FormEvent, ReactNode } from "react";
import { fill } from "#content/filled.ts";
import { messages } from "#content/messages.ts";
import type { SignUpContext } from "#lead/contract.ts";
import type { Draft } from "#site/capture/memory/drafts-and-waiting.ts";
import { tidyAndValidate } from "#site/capture/sign-up.ts";
import { scrollToNews, Toasts } from "#site/ui/toasts/toasts.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { LeadForm, SignUpNotice, SubmitButton } from "./lead-form.tsx";
import { useSignUpForm } from "./use-sign-up-form.ts";

type SignUpFormProps = {
  surface: SignUpContext["surface"];
  idPrefix: string;
  label: string;
  /** The name of the notice below the button, for a form without the consent box. */
  wording?: string;
  /**
   * Returns the name of the sentence to which the visitor agrees by pressing the button. If it returns undefined,
   * nothing is sent.
   */
  onPress: (form: HTMLFormElement) => string | undefined;
  onAccepted: () => void;
  intro?: ReactNode;
  children?: ReactNode;
};

/** What the form in the popup and the form in the page have in common; `children` are shown below the fields. */
export function SignUpForm(props: SignUpFormProps) {
  const { surface, idPrefix, label, wording, onPress, onAccepted, intro, children } = props;
  const { form, busy, problems, setProblem, send, waiting, takeBack } = useSignUpForm(
    surface,
    onAccepted,
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget: pressed } = event;
    const agreed = tidyAndValidate(pressed) ? onPress(pressed) : undefined;
    if (agreed) send(agreed);
  }

  return (
    <LeadForm surface={surface} wording={wording} onSubmit={submit} ref={form}>
      {intro}
      <LeadFields idPrefix={idPrefix} problems={problems} onProblem={setProblem} />
      {children}
      <Toasts place={surface} closeLabel={messages.toasts.close} />
      <SubmitButton label={label} busy={busy} />
      <Waiting drafts={waiting} takeBack={takeBack} />
      {wording && <SignUpNotice />}
    </LeadForm>
  );
}

/**
 * The sign-ups that wait to be sent. Before React has loaded, `entry-client.ts` may show this element, so hydration
 * does not compare whether the element is hidden.
 */
function Waiting({ drafts, takeBack }: { drafts: Draft[]; takeBack: (one: Draft) => void }) {
  const waits = drafts.length > 0;
  return (
    <div
      className="not-purchase small"
      role="alert"
      data-waits
      hidden={!waits}
      ref={waits ? scrollToNews : undefined}
      suppressHydrationWarning
    >
      <p>{messages.form.waits}</p>
      {drafts.map((one) => (
        <button
          className="lead-field__use"
          type="button"
          key={one.idempotencyKey}
          onClick={() => takeBack(one)}
        >
          {fill(messages.form.takeBack, { email: one.lead.email })}
        </button>
      ))}
    </div>
  );
}
