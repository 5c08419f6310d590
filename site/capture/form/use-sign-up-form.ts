import {
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { messages } from "#content/messages.ts";
import { type LeadField, leadFields, type SignUpContext } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import {
  type Draft,
  draftOf,
  isSameLead,
  leadIn,
  loadDraft,
  loadWaiting,
  removeDraft,
  removeWaiting,
  saveDraft,
  saveWaiting,
} from "#site/capture/memory/drafts-and-waiting.ts";
import { rememberSignUp, showGroupAddresses } from "#site/capture/memory/signed-up.ts";
import {
  type FieldTexts,
  fillIn,
  isUnderWay,
  postOnce,
  type SignUpOutcome,
} from "#site/capture/sign-up.ts";
import { noteStep } from "#site/counting/count-visit.ts";
import { closeToast, showToast } from "#site/ui/toasts/toasts.tsx";

/** A sign-up that waits is sent within a day of the press: later the visitor may have forgotten it, and is asked again. */
const maxWaitMs = 86_400_000;

/** No event comes when a server can store again, or when a network that led nowhere leads on. */
const tryAgainMs = 30_000;

const tooLate: SignUpOutcome = { kind: "refused", problems: {} };

/** The values of a form before the visitor types. */
const nothing = eachField(() => "");

/** A sign-up that the visitor has just pressed, or that has waited (`isLate`), perhaps with its answer. */
type Sent = { draft: Draft; isLate: boolean; answer?: SignUpOutcome };

/**
 * A form that signs up. After a reload it has again what could not be sent. A sign-up that waits is tried again until the
 * lead function answers about it; `onAccepted` is not called if the popup is closed by then.
 */
export function useSignUpForm(surface: SignUpContext["surface"], onAccepted: () => void) {
  const form = useRef<HTMLFormElement>(null);
  /** The newest sign-up of this form that is being sent. */
  const underWay = useRef<Draft>(undefined);
  const isOutdated = useRef(false);
  const [waiting, setWaiting] = useState<Draft[]>([]);
  /** What the form itself says of a field since the last press: undefined for one that the visitor has changed. */
  const [ownProblems, setOwnProblems] = useState<FieldTexts>({});
  const [answered, dispatch, busy] = useActionState(async (before: FieldTexts, sent: Sent) => {
    const outcome = sent.answer ?? (await postOnce(sent.draft));
    return show(sent, outcome) ?? before;
  }, {});

  const sendWaiting = useEffectEvent(() => {
    // Another tab may have sent it, or taken it back.
    const late = loadWaiting(surface).filter((one) => !isUnderWay(one));
    if (late.length || waiting.length) setWaiting(late);
    if (!navigator.onLine || isOutdated.current) return;
    for (const one of late) void sendLate(one);
  });
  useEffect(() => {
    fillFromDraft(form.current, surface);
    addEventListener("online", sendWaiting);
    const timer = setInterval(sendWaiting, tryAgainMs);
    sendWaiting();
    return () => {
      removeEventListener("online", sendWaiting);
      clearInterval(timer);
    };
  }, [surface]);

  /** Shows a message below a field; the message undefined removes the shown one. */
  function setProblem(field: LeadField, message: string | undefined) {
    setOwnProblems((others) => ({ ...others, [field]: message }));
  }

  /** Sends what the visitor typed. During a request further calls send nothing, unless the answers were corrected. */
  function send(wording: string) {
    if (!form.current || (underWay.current && holds(form.current, underWay.current.lead))) return;
    const draft = draftOf(form.current, wording);
    underWay.current = draft;
    noteStep("sent", surface);
    closeToast();
    setOwnProblems({});
    saveDraft(draft);
    // Also if the tab does not live to see the answer.
    saveWaiting(draft);
    startTransition(() => dispatch({ draft, isLate: false }));
  }

  async function sendLate(draft: Draft) {
    const isTooLate = Date.now() - draft.at > maxWaitMs;
    if (!isTooLate && underWay.current === undefined && holds(form.current, draft.lead)) {
      underWay.current = draft;
      startTransition(() => dispatch({ draft, isLate: true }));
      return;
    }
    // What another person typed: the form does not wait for it.
    const answer = isTooLate ? tooLate : await postOnce(draft);
    if (draft.idempotencyKey !== underWay.current?.idempotencyKey)
      startTransition(() => dispatch({ draft, isLate: true, answer }));
  }

  /**
   * Shows what has become of a sign-up, and returns what is wrong with its fields. Another person may be filling in the form
   * when a late answer comes: it must not disturb them.
   */
  function show({ draft, isLate }: Sent, outcome: SignUpOutcome): FieldTexts | undefined {
    const { current: place } = form;
    const isNewest = underWay.current?.idempotencyKey === draft.idempotencyKey;
    if (isNewest) underWay.current = undefined;
    if (outcome.kind === "outdated") isOutdated.current = true;
    const isAnswered = outcome.kind === "accepted" || outcome.kind === "refused";
    const isHeld = !isLate || holds(place, draft.lead);
    const isFree = isHeld || holds(place, nothing);
    // A late sign-up without an answer is sent again: if it had arrived, the lead function recognizes its key. So is one whose
    // refusal cannot be shown yet, because another person is filling in the form: then the refusal comes again.
    if (isLate && (!isAnswered || (outcome.kind === "refused" && !isFree))) return undefined;
    if (isAnswered) removeWaiting(draft);
    setWaiting(loadWaiting(surface));
    if (outcome.kind === "accepted") remember(draft, outcome.group);
    // The visitor has corrected the answers and pressed again: the form shows what becomes of those.
    if (!isLate && !isNewest) return undefined;
    const popup = place?.closest("dialog");
    if (outcome.kind === "accepted") {
      if (isHeld) {
        place?.reset();
        setOwnProblems({});
      }
      if (isHeld && (!isLate || popup?.open)) onAccepted();
      else if (!popup?.open) confirmInToast();
      return isHeld ? {} : undefined;
    }
    if (place && isLate) {
      fillIn(place, draft.lead);
      if (!popup?.open) popup?.showModal();
    }
    setOwnProblems({});
    if (place) focusFirst(place, outcome.problems);
    showToast({ ...messages.toasts.sendFailed, variant: "destructive", place: surface });
    noteStep("error-shown", surface);
    return outcome.problems;
  }

  function takeBack(one: Draft) {
    removeWaiting(one);
    setWaiting(loadWaiting(surface));
    // The pressed button goes.
    form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }

  const problems: FieldTexts = busy ? {} : { ...answered, ...ownProblems };
  return { form, busy, problems, setProblem, send, waiting, takeBack };
}

/** At the top of the window, where the popup's toasts stand while it is closed. */
export function confirmInToast(): void {
  showToast({ ...messages.toasts.signedUp, variant: "plain", place: "popup" });
}

function remember({ idempotencyKey }: Draft, group: string | undefined): void {
  if (loadDraft()?.idempotencyKey === idempotencyKey) removeDraft();
  rememberSignUp(document, group);
  showGroupAddresses(document);
}

function holds(form: HTMLFormElement | null, lead: Lead): boolean {
  return form !== null && isSameLead(leadIn(form), lead);
}

/** Focuses the first field with a problem, because this field may be out of view. */
function focusFirst(form: HTMLFormElement, problems: FieldTexts): void {
  const first = leadFields.find((field) => problems[field] !== undefined);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
}

function fillFromDraft(form: HTMLFormElement | null, surface: SignUpContext["surface"]): void {
  const draft = loadDraft() ?? loadWaiting(surface).at(-1);
  if (!form || draft?.context.surface !== surface) return;
  // A tab that has the key of a waiting sign-up sends it no second time, also if the visitor takes it back and presses.
  saveDraft(draft);
  fillIn(form, draft.lead);
}
