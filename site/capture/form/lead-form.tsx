import type { ComponentProps } from "react";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { consentField, honeypotField } from "#lead/contract.ts";
import { addContactUrl } from "#site/capture/sign-up.ts";
import { CallLabel, dated, OpenOrAfter, shownIn } from "#site/event/event-words.tsx";
import { Button } from "#site/ui/button.tsx";
import "./lead-form.css";

const { current, currentNext, texts } = messages.wordings;

type LeadFormProps = ComponentProps<"form"> & { surface: string; wording?: string | undefined };

/**
 * The form around the fields of a lead: without script the browser itself posts the form to the lead function. The
 * honeypot is a field that only bots fill in.
 */
export function LeadForm({ surface, wording, children, ...rest }: LeadFormProps) {
  return (
    <form {...rest} className="lead-form" method="post" action={addContactUrl}>
      <input type="hidden" name="apikey" value={links.publicKey} />
      <input type="hidden" name="surface" value={surface} />
      {wording && <input type="hidden" name="wording" value={wording} data-event-value="notice" />}
      {/*
       * The honeypot is not hidden with `display: none`, because bots check for that. A `div` has the `aria-hidden`,
       * because HTML does not allow it on the label of a field.
       */}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {messages.form.honeypot}
          <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {children}
    </form>
  );
}

/**
 * The consent sentence with its checkbox, which is never ticked beforehand. The value of the checkbox is the name of
 * the sentence that is shown.
 */
export function ConsentBox(props: ComponentProps<"input">) {
  return (
    <label className="consent-box small">
      <input
        {...props}
        type="checkbox"
        name={consentField}
        value={current.consent}
        data-event-value="consent"
      />
      <span>
        <OpenOrAfter open={texts[current.consent]} after={texts[currentNext.consent]} />
      </span>
    </label>
  );
}

/** The button that sends a form, and below it a sentence which says that the press buys nothing. */
export function SubmitButton({ label, busy }: { label: string; busy?: boolean }) {
  return (
    <>
      <Button type="submit" aria-busy={busy}>
        <CallLabel open={label} />
        {busy && <span>{messages.form.sending}</span>}
      </Button>
      <p className="not-purchase small" {...shownIn("open")}>
        {dated(messages.form.notPurchase)}
      </p>
    </>
  );
}

/** The sentence that says what signing up means, for forms without the consent box. */
export function SignUpNotice() {
  return (
    <p className="small quiet">
      <OpenOrAfter open={texts[current.notice]} after={texts[currentNext.notice]} />{" "}
      <a href={paths.privacy}>{messages.form.policy}</a>
    </p>
  );
}
