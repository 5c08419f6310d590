import type { ReactNode } from "react";
import { after } from "#content/phases.ts";
import { signUp } from "#content/sign-up.ts";
import type { Phase } from "#event/phase.ts";
import { SignUpAnother } from "#site/capture/popup/call-to-action.tsx";
import { dated } from "#site/event/dated.tsx";
import { CallLabel, EnterClass, PhaseStatus, shownIn } from "#site/event/in-phase.tsx";
import { Section } from "#site/ui/section.tsx";
import "./sign-up.css";

/** The phases in which the sentence with the date is no longer enough. */
const laterPhases: Phase[] = ["doors", "live", "waiting", "over", "replay", "cancelled"];

/** The section around the sign-up form. The form belongs to `capture/`, so the page passes the form to this section. */
export function SignUp({ children }: { children: ReactNode }) {
  return (
    <Section
      id="form-section"
      title={<CallLabel open={signUp.title} />}
      className="sign-up"
      capitals
      spotlight
    >
      <div className="sign-up__form">
        <div className="sign-up__intro">
          <p {...shownIn("before", "today")}>{dated(signUp.intro)}</p>
          <PhaseStatus phases={laterPhases} />
          <p {...shownIn("after")}>{dated(after.intro)}</p>
          <EnterClass className="button--quiet" />
        </div>
        {children}
        <SignUpAnother />
      </div>
    </Section>
  );
}
