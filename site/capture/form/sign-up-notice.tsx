import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import "./sign-up-notice.css";

const { current, texts } = messages.wordings;

/** What signing up means, in one quiet sentence; its version is kept with the sign-up. */
export function SignUpNotice() {
  return (
    <p className="sign-up-notice">
      {texts[current.notice]} <a href={paths.privacy}>{messages.form.policy}</a>
    </p>
  );
}
