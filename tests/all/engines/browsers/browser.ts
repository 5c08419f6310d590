export type Point = { x: number; y: number };

/** The few browser actions that each engine does in its own way. */
export type Browser = {
  go: (url: string) => Promise<void>;
  back: () => Promise<void>;
  /** Runs the body of a function in the page, and returns its result, which passes through JSON. */
  evaluate: <Result>(body: string, ...args: readonly unknown[]) => Promise<Result>;
  press: (point: Point) => Promise<void>;
  pressEscape: () => Promise<void>;
  /** Types a text into the element that has the focus. */
  type: (text: string) => Promise<void>;
  /** Returns the errors and warnings that were written to the console since the last call of this function. */
  takeComplaints: () => Promise<string[]>;
  close: () => Promise<void>;
};

/** The size of a phone's window in CSS pixels. */
export const phone = { width: 390, height: 844 };
