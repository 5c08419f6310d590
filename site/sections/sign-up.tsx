import type { ReactNode } from "react";
import { after } from "#content/phases.ts";
import { signUp } from "#content/sign-up.ts";
import { signedUp } from "#content/success.ts";
import { dated, EnterClass, OpenOrAfter, PhaseStatus, shownIn } from "#site/event/event-words.tsx";
import { Section } from "#site/ui/section.tsx";
import "./sign-up.css";

/** The section around the sign-up form. After a sign-up its title says that it is done, and no longer invites. */
export function SignUp({ children }: { children: ReactNode }) {
  return (
    <Section
      id="form-section"
      title={
        <>
          <span className="sign-up__invites" {...shownIn("open")}>
            {dated(signUp.title)}
          </span>
          <span className="sign-up__invites" {...shownIn("after")}>
            {dated(after.cta)}
          </span>
          <span className="signed-up">
            <OpenOrAfter open={signedUp.done} after={signedUp.doneNext} />
          </span>
        </>
      }
      className="sign-up"
      capitals
      spotlight
    >
      <div className="sign-up__form">
        <div className="sign-up__intro sign-up__invites">
          <PhaseStatus />
          <p {...shownIn("after")}>{dated(after.intro)}</p>
          <EnterClass />
        </div>
        {children}
      </div>
    </Section>
  );
}
