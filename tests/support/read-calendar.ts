export type Component = {
  name: string;
  /** The value of each property, as a calendar shows the value. */
  properties: Record<string, string>;
  components: Component[];
};

/** Reads a calendar file; throws if a line is longer than RFC 5545 allows, or if a component has no end. */
export function readCalendar(file: string): Component {
  const folded = file.split("\r\n");
  if (folded.pop() !== "") throw new Error("the last line has no end");
  const long = folded.find((line) => Buffer.byteLength(line) > 75 || !line.isWellFormed());
  if (long !== undefined) throw new Error(`more than 75 bytes, or half a character: ${long}`);
  return readComponent(folded.join("\r\n").replaceAll("\r\n ", "").split("\r\n"));
}

/** Reads one component, and removes its lines from the list. */
function readComponent(lines: string[]): Component {
  const [, name = ""] = /^BEGIN:(\w+)$/.exec(lines.shift() ?? "") ?? [];
  const component: Component = { name, properties: {}, components: [] };
  while (lines[0] !== `END:${name}`) {
    if (lines[0] === undefined) throw new Error(`${name} has no end`);
    if (lines[0].startsWith("BEGIN:")) component.components.push(readComponent(lines));
    else {
      const [, property = "", value = ""] = /^([A-Z-]+):(.*)$/s.exec(lines.shift() ?? "") ?? [];
      const read = (_: string, sign: string) => (sign === "n" ? "\n" : sign);
      component.properties[property] = value.replace(/\\(.)/g, read);
    }
  }
  lines.shift();
  return component;
}
