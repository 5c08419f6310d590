import type { ComponentProps, ReactNode } from "react";
import { planned } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { paths } from "#content/paths.ts";
import { phases as words, after as wordsAfter } from "#content/phases.ts";
import { phases as allPhases, canCome, isAfter, type Phase } from "#event/phase.ts";
import { ButtonLink, NewTabLink } from "#site/ui/button.tsx";
import "./event-words.first.css";

/**
 * `open`: visitors can sign up for the class; `after`: it is over or cancelled, and they can ask for news of the next
 * class.
 */
type PhaseGroup = "open" | "after";

/** The phases until the class is over or cancelled. */
export const openPhases = allPhases.filter((phase) => !isAfter(phase));

/** The phases in which the price has not been revealed yet. */
export const unrevealed = openPhases.filter((phase) => phase !== "live");

/**
 * The attribute of an element that is shown in the given phases only. The page contains the words of all phases, and
 * the attribute `data-phase` of `<html>` chooses which words are shown.
 */
export function shownIn(...phases: (Phase | PhaseGroup)[]): { "data-in": string } {
  return { "data-in": phases.join(" ") };
}

type InPhaseProps = { in: (Phase | PhaseGroup)[]; children: ReactNode };

export function InPhase({ in: phases, children }: InPhaseProps) {
  return <span {...shownIn(...phases)}>{dated(children)}</span>;
}

/** Shows the text `open` until the end of the class, and the text `after` from then on. */
export function OpenOrAfter({ open, after }: { open: ReactNode; after: ReactNode }) {
  return (
    <>
      <InPhase in={["open"]}>{open}</InPhase>
      <InPhase in={["after"]}>{after}</InPhase>
    </>
  );
}

/** The label of a call to action: after the class every call to action offers news of the next class. */
export function CallLabel({ open }: { open: string }) {
  return <OpenOrAfter open={open} after={wordsAfter.cta} />;
}

type EnterClassProps = ComponentProps<typeof ButtonLink> & { phases?: readonly Phase[] };

/** The button that enters the class, shown while visitors can enter. After a sign-up it has the person's own link. */
export function EnterClass(props: EnterClassProps) {
  const { phases = ["doors", "live"], href = paths.live, ...rest } = props;
  return (
    <ButtonLink {...rest} href={href} data-group-path={paths.live} {...shownIn(...phases)}>
      {dated(words.enter)}
    </ButtonLink>
  );
}

export function EnterLater() {
  return <p {...shownIn("before", "today")}>{dated(words.enterLater)}</p>;
}

export function WatchReplay() {
  const { replay } = launch.event;
  if (replay === "none") return null;
  return (
    <InPhase in={["replay"]}>
      <NewTabLink href={replay.address}>{dated(words.watchReplay)}</NewTabLink>
    </InPhase>
  );
}

type PhaseStatusProps = {
  as?: "p" | "span";
  className?: string;
  /** The phases in which the element is shown; without this property it is shown in all phases. */
  phases?: readonly Phase[];
};

/** A sentence that says in which phase the event is. */
export function PhaseStatus({ as: Tag = "p", className, phases }: PhaseStatusProps) {
  return (
    <Tag className={className} data-event="status" {...(phases && shownIn(...phases))}>
      {(phases ?? allPhases)
        .filter((phase) => canCome(phase, launch.event))
        .map((phase) => (
          <InPhase key={phase} in={[phase]}>
            {words.status[phase]}
          </InPhase>
        ))}
    </Tag>
  );
}

const { month, day, hour, minute } = launch.event;
/** The texts and the values of `datetime` as long as the operator has not moved the class. */
const times = new Map([
  ["date", [planned.date, `${twoDigits(month)}-${twoDigits(day)}`]],
  ["hour", [planned.hour, `${twoDigits(hour)}:${twoDigits(minute)}`]],
]);

/**
 * A text of `content/` in which each name in braces becomes an element, because the text of this element changes with
 * time: `eventTexts` gives this text in the build, on the server and in an open tab. Hydration does not compare the
 * element.
 */
export function dated(text: ReactNode): ReactNode {
  if (typeof text !== "string" || !text.includes("{")) return text;
  return text
    .split(/\{(date|hour|weekday|doors|countdown|until|visitorHour)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      // An element that is rendered without text would make hydration report the text that now fills it as an error.
      const [shown = "", dateTime] = times.get(part) ?? [];
      const Element = dateTime ? "time" : "span";
      return (
        <Element data-event={part} dateTime={dateTime} suppressHydrationWarning key={part}>
          {shown}
        </Element>
      );
    });
}

type EachProps = { as: "p" | "li"; texts: readonly string[] };

/** Puts an element around each of the texts. */
export function Each({ as: Tag, texts }: EachProps) {
  return texts.map((text) => <Tag key={text}>{dated(text)}</Tag>);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
