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

/**
 * A waiting sign-up is sent at most a day after the press: later the visitor may have forgotten it, and is asked again.
 */
const maxWaitMs = 86_400_000;

/** How often waiting sign-ups are sent again: the browser has no event for a server or a network that works again. */
const tryAgainMs = 30_000;

const tooLate: SignUpOutcome = { kind: "refused", problems: {} };

/** The values of an empty form. */
const nothing = eachField(() => "");

/** A sign-up that the visitor has just pressed, or that has waited (`isLate`); `answer` is its outcome, if known. */
type Sent = { draft: Draft; isLate: boolean; answer?: SignUpOutcome };

/**
 * The state of a form for signing up. After a reload the form again contains what could not be sent. A waiting sign-up
 * is sent again until the lead function answers about it; if the popup is closed by then, `onAccepted` is not called.
 */
export function useSignUpForm(surface: SignUpContext["surface"], onAccepted: () => void) {
  const form = useRef<HTMLFormElement>(null);
  /** The newest sign-up of this form that is being sent. */
  const underWay = useRef<Draft>(undefined);
  const isOutdated = useRef(false);
  const [waiting, setWaiting] = useState<Draft[]>([]);
  /** The problems found by the form itself since the last press; undefined for a field changed since then. */
  const [ownProblems, setOwnProblems] = useState<FieldTexts>({});
  const [answered, dispatch, busy] = useActionState(async (before: FieldTexts, sent: Sent) => {
    const outcome = sent.answer ?? (await postOnce(sent.draft));
    return show(sent, outcome) ?? before;
  }, {});

  const sendWaiting = useEffectEvent(() => {
    // Another tab may have sent a waiting sign-up or taken it back, so the list is read again.
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

  /** Shows a message below a field; `undefined` removes the message. */
  function setProblem(field: LeadField, message: string | undefined) {
    setOwnProblems((others) => ({ ...others, [field]: message }));
  }

  /**
   * Sends what the visitor typed. During a request, a further call sends only answers that the visitor has corrected.
   */
  function send(wording: string) {
    if (!form.current || (underWay.current && holds(form.current, underWay.current.lead))) return;
    const draft = draftOf(form.current, wording);
    underWay.current = draft;
    noteStep("sent", surface);
    closeToast();
    setOwnProblems({});
    saveDraft(draft);
    // The draft is also saved on the device, because the visitor may close the tab before the answer arrives.
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
    // The form contains what another person typed, so this sign-up is sent in the background.
    const answer = isTooLate ? tooLate : await postOnce(draft);
    if (draft.idempotencyKey !== underWay.current?.idempotencyKey)
      startTransition(() => dispatch({ draft, isLate: true, answer }));
  }

  /**
   * Shows the outcome of a sign-up, and returns the problems of its fields. When a late answer arrives, another person
   * may be filling in the form, and must not be disturbed.
   */
  function show({ draft, isLate }: Sent, outcome: SignUpOutcome): FieldTexts | undefined {
    const { current: place } = form;
    const isNewest = underWay.current?.idempotencyKey === draft.idempotencyKey;
    if (isNewest) underWay.current = undefined;
    if (outcome.kind === "outdated") isOutdated.current = true;
    const isAnswered = outcome.kind === "accepted" || outcome.kind === "refused";
    const isHeld = !isLate || holds(place, draft.lead);
    const isFree = isHeld || holds(place, nothing);
    // A late sign-up without an answer is sent again: if it had arrived, the lead function recognizes its key. A late
    // sign-up that was refused is also sent again if another person is filling in the form, so that the form can show
    // the refusal later.
    if (isLate && (!isAnswered || (outcome.kind === "refused" && !isFree))) return undefined;
    if (isAnswered) removeWaiting(draft);
    setWaiting(loadWaiting(surface));
    if (outcome.kind === "accepted") remember(draft, outcome.group, isLate);
    // The visitor has corrected the answers and pressed again: the form will show the outcome of the second press.
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
    // The pressed button is removed, so the submit button gets the focus.
    form.current?.querySelector<HTMLElement>("[type=submit]")?.focus();
  }

  const problems: FieldTexts = busy ? {} : { ...answered, ...ownProblems };
  return { form, busy, problems, setProblem, send, waiting, takeBack };
}

/** Shows the confirmation where the toasts of the popup are while it is closed: at the top of the window. */
export function confirmInToast(): void {
  showToast({ ...messages.toasts.signedUp, variant: "plain", place: "popup" });
}

function remember({ idempotencyKey, at }: Draft, group: string | undefined, isLate: boolean): void {
  if (loadDraft()?.idempotencyKey === idempotencyKey) removeDraft();
  rememberSignUp(document, group, isLate ? at : undefined);
  showGroupAddresses(document);
}

function holds(form: HTMLFormElement | null, lead: Lead): boolean {
  return form !== null && isSameLead(leadIn(form), lead);
}

/** Focuses the first field that has a problem, because this field may be out of view. */
function focusFirst(form: HTMLFormElement, problems: FieldTexts): void {
  const first = leadFields.find((field) => problems[field] !== undefined);
  const input = first && form.elements.namedItem(first);
  if (input instanceof HTMLInputElement) input.focus();
}

function fillFromDraft(form: HTMLFormElement | null, surface: SignUpContext["surface"]): void {
  const draft = loadDraft() ?? loadWaiting(surface).at(-1);
  if (!form || draft?.context.surface !== surface) return;
  // The tab keeps the key of the waiting sign-up, so that the server counts both as one if the visitor takes the
  // waiting sign-up back and presses again.
  saveDraft(draft);
  fillIn(form, draft.lead);
}
