export type Component = {
  name: string;
  /** The value of each property; texts as a calendar shows them. */
  properties: Record<string, string>;
  components: Component[];
};

type ReadValue = (value: string) => string;
type Rules = {
  required: Record<string, ReadValue>;
  optional: Record<string, ReadValue>;
  holds: string[];
};

/** What RFC 5545 asks of the components and properties that we use. All others are refused. */
const rules: Record<string, Rules> = {
  VCALENDAR: {
    required: { VERSION: oneOf("2.0"), PRODID: readText },
    optional: {},
    holds: ["VEVENT"],
  },
  VEVENT: {
    required: { UID: readText, DTSTAMP: readUtcTime, DTSTART: readUtcTime, DTEND: readUtcTime },
    optional: {
      SEQUENCE: readInteger,
      STATUS: oneOf("CONFIRMED", "CANCELLED"),
      SUMMARY: readText,
      DESCRIPTION: readText,
      LOCATION: readText,
      URL: readAddress,
    },
    holds: ["VALARM"],
  },
  VALARM: {
    required: { ACTION: oneOf("DISPLAY"), TRIGGER: readDuration, DESCRIPTION: readText },
    optional: {},
    holds: [],
  },
};

/** Reads a calendar file as strictly as RFC 5545 is written, and throws at the first thing that is not allowed. */
export function readCalendar(file: string): Component {
  const lines = unfold(file);
  const calendar = readComponent(lines);
  const [event] = calendar.components;
  if (lines.length > 0) throw new Error(`after the calendar: ${lines[0]}`);
  if (!event) throw new Error("a calendar without an entry");
  const { DTSTART: start = "", DTEND: end = "" } = event.properties;
  if (end <= start) throw new Error("the entry ends before it begins");
  return calendar;
}

/** Section 3.1: each line ends with CR and LF, and has at most 75 bytes. No character is cut in two by a line break. */
function unfold(file: string): string[] {
  if (!file.endsWith("\r\n")) throw new Error("the last line has no end");
  const folded = file.slice(0, -2).split("\r\n");
  for (const line of folded) {
    const bytes = Buffer.byteLength(line);
    if (bytes > 75) throw new Error(`${bytes} bytes: ${line}`);
    if (!line.isWellFormed()) throw new Error(`a character is cut in two: ${line}`);
  }
  return folded.join("\r\n").replaceAll("\r\n ", "").split("\r\n");
}

/** Takes the lines of one component off the list. */
function readComponent(lines: string[]): Component {
  const name = /^BEGIN:(\w+)$/.exec(lines.shift() ?? "")?.[1] ?? "";
  const rule = rules[name];
  if (!rule) throw new Error(`no component that we know: ${name}`);
  const component: Component = { name, properties: {}, components: [] };
  while (lines[0] !== `END:${name}`) {
    if (lines[0] === undefined) throw new Error(`${name} has no end`);
    if (lines[0].startsWith("BEGIN:")) component.components.push(readComponent(lines));
    else readProperty(lines.shift() ?? "", component, { ...rule.required, ...rule.optional });
  }
  lines.shift();
  for (const required of Object.keys(rule.required))
    if (!(required in component.properties)) throw new Error(`${name} without ${required}`);
  for (const { name: inner } of component.components)
    if (!rule.holds.includes(inner)) throw new Error(`${inner} in ${name}`);
  return component;
}

/** A property without parameters, which we never write. RFC 5545 allows each of ours once. */
function readProperty(
  line: string,
  { name: component, properties }: Component,
  readers: Record<string, ReadValue>,
): void {
  const [, name = "", value = ""] = /^([A-Z-]+):(.*)$/s.exec(line) ?? [];
  const read = readers[name];
  if (!read) throw new Error(`not allowed in ${component}: ${line}`);
  if (name in properties) throw new Error(`${name} twice in ${component}`);
  if (/(?!\t)\p{Cc}/u.test(value)) throw new Error(`a control character in ${name}`);
  properties[name] = read(value);
}

/** Section 3.3.11: a comma, a semicolon and a backslash stand only after a backslash, and `\n` is the line break. */
function readText(value: string): string {
  if (!/^(?:\\[\\;,nN]|[^\\;,])*$/.test(value)) throw new Error(`no TEXT: ${value}`);
  return value.replace(/\\(.)/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));
}

function readUtcTime(value: string): string {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString() !== iso)
    throw new Error(`no DATE-TIME in UTC: ${value}`);
  return value;
}

function readDuration(value: string): string {
  const time = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
  if (!new RegExp(`^[+-]?P(?:\\d+W|\\d+D(?:${time})?|${time})$`).test(value))
    throw new Error(`no DURATION: ${value}`);
  return value;
}

function readInteger(value: string): string {
  if (!/^\d+$/.test(value)) throw new Error(`no INTEGER: ${value}`);
  return value;
}

function readAddress(value: string): string {
  if (!URL.canParse(value) || /\s/.test(value)) throw new Error(`no URI: ${value}`);
  return value;
}

function oneOf(...values: string[]): ReadValue {
  return (value) => {
    if (!values.includes(value)) throw new Error(`${value} is none of ${values.join(", ")}`);
    return value;
  };
}
