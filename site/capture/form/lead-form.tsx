import type { ComponentProps } from "react";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { honeypotField } from "#lead/contract.ts";
import { addContactUrl } from "./submit-lead.ts";
import "./lead-form.css";

type LeadFormProps = ComponentProps<"form"> & { surface: string; wording?: string };

/** The form around the fields of a lead: it posts to the lead function without script too. */
export function LeadForm({ surface, wording, className = "", children, ...rest }: LeadFormProps) {
  return (
    <form
      {...rest}
      className={`lead-form ${className}`.trim()}
      method="post"
      action={addContactUrl}
    >
      <HiddenFields surface={surface} wording={wording} />
      {children}
    </form>
  );
}

/**
 * The hidden fields of the form: the public key, the form's surface and wording, and the honeypot, a field that only
 * bots fill in.
 */
function HiddenFields({ surface, wording }: { surface: string; wording: string | undefined }) {
  return (
    <>
      <input type="hidden" name="apikey" value={links.publicKey} />
      <input type="hidden" name="surface" value={surface} />
      {wording && <input type="hidden" name="wording" value={wording} data-event-value="notice" />}
      {/* The label itself may not be hidden: HTML allows no `aria-hidden` on the label of a field. */}
      <div className="lead-form__honeypot" aria-hidden="true">
        <label>
          {messages.form.honeypot}
          <input type="text" name={honeypotField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
