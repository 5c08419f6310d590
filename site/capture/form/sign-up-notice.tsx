import { messages } from "#content/messages.ts";
import { pages } from "#content/pages.ts";
import "./sign-up-notice.css";

const { current, texts } = messages.wordings;

/** What signing up means, in one quiet sentence; its version is kept with the sign-up. */
export function SignUpNotice() {
  return (
    <p className="sign-up-notice">
      {texts[current.notice]} <a href={pages.privacy.path}>{messages.form.policy}</a>
    </p>
  );
}
