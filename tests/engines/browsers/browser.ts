export type Point = { x: number; y: number };

/** What a journey can do in every engine: the few things that each of them does in its own way. */
export type Browser = {
  version: string;
  go: (url: string) => Promise<void>;
  back: () => Promise<void>;
  /** The body of a function; what it returns comes back as JSON. */
  evaluate: <Result>(body: string, ...args: readonly unknown[]) => Promise<Result>;
  press: (point: Point) => Promise<void>;
  pressEscape: () => Promise<void>;
  /** Into what has the focus. */
  type: (text: string) => Promise<void>;
  /** What the console of its pages has complained of since the last time. */
  takeComplaints: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type BrowserOptions = { scripts: boolean };

/** What a visitor's phone shows. */
export const phone = { width: 390, height: 844 };
