export type Point = { x: number; y: number };

/** The few actions of a journey that each engine does in its own way. */
export type Browser = {
  version: string;
  go: (url: string) => Promise<void>;
  back: () => Promise<void>;
  /** Runs the body of a function in the page, and returns its result, which passes through JSON. */
  evaluate: <Result>(body: string, ...args: readonly unknown[]) => Promise<Result>;
  press: (point: Point) => Promise<void>;
  pressEscape: () => Promise<void>;
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>;
  /** The errors and warnings in the console since the last call. */
  takeComplaints: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type BrowserOptions = { scripts: boolean };

/** The size of the page in CSS pixels, as on a phone. */
export const phone = { width: 390, height: 844 };
