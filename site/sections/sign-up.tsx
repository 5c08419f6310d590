import type { ReactNode } from "react";
import { signUp } from "#content/sign-up.ts";
import { Island } from "#site/ui/island.tsx";
import { Scene } from "#site/ui/scene.tsx";
import "./sign-up.css";

/** The frame of the form: the form itself belongs to `capture/` and comes in from the page. */
export function SignUp({ children }: { children: ReactNode }) {
  return (
    <Scene id="form-section" title={signUp.title} className="sign-up" lit>
      <div className="sign-up__form">
        <p className="sign-up__intro">{signUp.intro}</p>
        <Island name="sign-up-form">{children}</Island>
      </div>
    </Scene>
  );
}
