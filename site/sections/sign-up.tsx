import type { ReactNode } from "react";
import { signUp } from "#content/sign-up.ts";
import { Island } from "#site/ui/island.tsx";
import { Section } from "#site/ui/section.tsx";
import "./sign-up.css";

/** The section around the sign-up form. The form belongs to `capture/`, so the page passes the form to this section. */
export function SignUp({ children }: { children: ReactNode }) {
  return (
    <Section id="form-section" title={signUp.title} className="sign-up" spotlight>
      <div className="sign-up__form">
        <p className="sign-up__intro">{signUp.intro}</p>
        <Island name="page-form">{children}</Island>
      </div>
    </Section>
  );
}
