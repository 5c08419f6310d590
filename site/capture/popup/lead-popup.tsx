import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { launch } from "#content/launch.ts";
import { messages } from "#content/messages.ts";
import { after } from "#content/phases.ts";
import { presentWordings } from "#event/present-wordings.ts";
import { LeadFields } from "#site/capture/form/lead-fields.tsx";
import { LeadForm } from "#site/capture/form/lead-form.tsx";
import { trimAndValidate, useLeadForm } from "#site/capture/form/use-lead-form.ts";
import { SignUpNotice } from "#site/capture/form/wordings.tsx";
import { useReopenedPopup, useSavedDraft } from "#site/capture/memory/use-saved-draft.ts";
import { EnterClass } from "#site/event/enter-class.tsx";
import { CallLabel, OpenOrAfter } from "#site/event/in-phase.tsx";
import { presentPhase } from "#site/event/present-phase.ts";
import { Announcement } from "#site/ui/announcement.tsx";
import { Button } from "#site/ui/button.tsx";
import { Dialog } from "#site/ui/dialog/dialog.tsx";
import { closeToast } from "#site/ui/toasts/toast-store.ts";
import { Toasts } from "#site/ui/toasts/toasts.tsx";
import { leadPopupId } from "./auto-open-popup.ts";
import "./lead-popup.css";

type LeadPopupProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onAccepted: () => void;
};

const { form: words, toasts, wordings } = messages;
const surface = "popup";

export function LeadPopup({ ref, onAccepted }: LeadPopupProps) {
  const { busy, problems, setProblem, send } = useLeadForm();
  const form = useRef<HTMLFormElement>(null);
  useSavedDraft(form, surface);
  useReopenedPopup(ref);
  useEffect(() => closeToastOfPage(ref.current), [ref]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!trimAndValidate(event)) return;
    const accepted = await send(event.currentTarget, {
      surface,
      wording: presentWordings(presentPhase(document)).notice,
      cta: ref.current?.dataset["cta"],
    });
    if (!accepted) return;
    form.current?.reset();
    onAccepted();
  }

  return (
    <Dialog
      id={leadPopupId}
      title={<CallLabel open={words.title} />}
      closeLabel={words.close}
      ref={ref}
      data-opens-after={launch.popupDelaySeconds}
    >
      <Toasts closeLabel={toasts.close} />
      <Announcement />
      <LeadForm
        className="lead-popup"
        surface={surface}
        wording={wordings.current.notice}
        onSubmit={submit}
        ref={form}
      >
        <p className="lead-popup__intro">
          <OpenOrAfter open={words.intro} after={after.intro} />
        </p>
        <EnterClass className="button--quiet" />
        <LeadFields idPrefix={leadPopupId} problems={problems} onProblem={setProblem} />
        <Button type="submit" aria-busy={busy}>
          {busy ? words.sending : <CallLabel open={words.submit} />}
        </Button>
        <SignUpNotice />
      </LeadForm>
    </Dialog>
  );
}

/** Closes the toast when the popup opens: what it says of the form in the page would be read as said of the popup. */
function closeToastOfPage(popup: HTMLDialogElement | null): () => void {
  const listening = new AbortController();
  const close = () => popup?.open && closeToast();
  popup?.addEventListener("toggle", close, { signal: listening.signal });
  return () => listening.abort();
}
