import type { Browser, Point } from "./browser.ts";

/** Commands of https://www.w3.org/TR/webdriver2/ with the names that Marionette gives them. */
export type Command =
  | "Navigate"
  | "Back"
  | "ExecuteScript"
  | "PerformActions"
  | "GetActiveElement"
  | "ElementSendKeys";

export type Send = <Result>(command: Command, params?: object) => Promise<Result>;

/** The key under which the WebDriver standard returns the id of an element. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const escapeKey = "\uE00C";

/** The actions of a browser that understands WebDriver commands; `send` sends a command to the browser. */
export function overWebDriver(send: Send): Omit<Browser, "takeComplaints" | "close"> {
  return {
    go: (url) => send("Navigate", { url }),
    back: () => send("Back"),
    evaluate: (script, ...args) => send("ExecuteScript", { script, args }),
    press: (point) => send("PerformActions", { actions: [pressAt(point)] }),
    pressEscape: () => send("PerformActions", { actions: [pressOfEscape] }),
    async type(text) {
      const { [elementKey]: id } = await send<{ [elementKey]: string }>("GetActiveElement");
      await send("ElementSendKeys", { id, text });
    },
  };
}

const pressOfEscape = {
  type: "key",
  id: "keyboard",
  actions: [
    { type: "keyDown", value: escapeKey },
    { type: "keyUp", value: escapeKey },
  ],
};

function pressAt({ x, y }: Point) {
  return {
    type: "pointer",
    id: "mouse",
    parameters: { pointerType: "mouse" },
    actions: [
      { type: "pointerMove", x, y, duration: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  };
}
