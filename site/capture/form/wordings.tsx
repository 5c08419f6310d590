import type { ComponentProps } from "react";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { consentField } from "#lead/contract.ts";
import { OpenOrAfter } from "#site/event/in-phase.tsx";
import "./wordings.css";

const { current, currentNext, texts } = messages.wordings;

/**
 * The consent sentence with its checkbox, which is never ticked beforehand. The value of the checkbox names the wording
 * of the sentence that is shown.
 */
export function ConsentBox(props: ComponentProps<"input">) {
  return (
    <label className="consent-box">
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

/** The sentence that tells what signing up means, for forms without the consent box. */
export function SignUpNotice() {
  return (
    <p className="sign-up-notice">
      <OpenOrAfter open={texts[current.notice]} after={texts[currentNext.notice]} />{" "}
      <a href={paths.privacy}>{messages.form.policy}</a>
    </p>
  );
}
