import { links } from "#content/links.ts";
import { signUp } from "#content/sign-up.ts";
import { Button } from "#site/ui/button.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { addContactUrl } from "./submit-lead.ts";
import "./sign-up-form.css";

export function SignUpForm() {
  return (
    <form className="sign-up-form" method="post" action={addContactUrl}>
      <input type="hidden" name="apikey" value={links.publicKey} />
      <LeadFields idPrefix="sign-up" />
      <Button type="submit">{signUp.submit}</Button>
    </form>
  );
}
