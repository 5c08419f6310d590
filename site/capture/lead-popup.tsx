import { type FormEvent, type RefObject, useState } from "react";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { Button } from "#site/ui/button.tsx";
import { Dialog } from "#site/ui/dialog.tsx";
import { LeadFields } from "./lead-fields.tsx";
import { leadPopupId } from "./open-lead-popup.tsx";
import { addContactUrl, submitLead } from "./submit-lead.ts";
import "./lead-popup.css";

type LeadPopupProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onAccepted: () => void;
};

type Sending = "idle" | "sending" | "failed";

export function LeadPopup({ ref, onAccepted }: LeadPopupProps) {
  const [sending, setSending] = useState<Sending>("idle");
  const { form } = messages;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending === "sending") return;
    setSending("sending");
    const outcome = await submitLead(leadIn(event.currentTarget), fetch);
    setSending(outcome.kind === "accepted" ? "idle" : "failed");
    if (outcome.kind === "accepted") onAccepted();
  }

  return (
    <Dialog id={leadPopupId} title={form.title} closeLabel={form.close} ref={ref}>
      <form className="lead-popup" method="post" action={addContactUrl} onSubmit={send}>
        <p className="lead-popup__intro">{form.intro}</p>
        <input type="hidden" name="apikey" value={links.publicKey} />
        <LeadFields idPrefix={leadPopupId} />
        {sending === "failed" && <SendFailed />}
        <Button type="submit" aria-busy={sending === "sending"}>
          {sending === "sending" ? form.sending : form.submit}
        </Button>
      </form>
    </Dialog>
  );
}

function SendFailed() {
  return (
    <p className="lead-popup__failure" role="alert">
      <strong>{messages.sendFailed.title}</strong> {messages.sendFailed.text}
    </p>
  );
}

function leadIn(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "");
  return { name: text("name"), email: text("email"), whatsapp: text("whatsapp") };
}
