import type { ReactNode } from "react";
import { planned } from "#content/filled.ts";
import { launch } from "#content/launch.ts";

const { month, day, hour, minute } = launch.event;
/** The texts and the values of `datetime` until the operator moves the class. */
const times = new Map([
  ["date", [planned.date, `${twoDigits(month)}-${twoDigits(day)}`]],
  ["hour", [planned.hour, `${twoDigits(hour)}:${twoDigits(minute)}`]],
]);

/**
 * A text of `content/` in which each name in braces is an element, because the moment decides what it shows:
 * `eventTexts` fills it when the site is built, on the server and in an open tab. Hydration does not compare it.
 */
export function dated(text: ReactNode): ReactNode {
  if (typeof text !== "string" || !text.includes("{")) return text;
  return text
    .split(/\{(date|hour|weekday|doors|countdown|until|visitorHour)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return part;
      // Without a text of its own, hydration would take the one that fills the element for a mistake.
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

/** An element around each of the texts. */
export function Each({ as: Tag, texts }: EachProps) {
  return texts.map((text) => <Tag key={text}>{dated(text)}</Tag>);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
