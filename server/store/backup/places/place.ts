/** Where copies are kept: a folder, or a bucket of a service with the interface of S3. */
export type CopyPlace = {
  /** How messages, the panel and the store name this place; without any secret. */
  name: string;
  /** All names in the place. Fails if the place cannot be reached: call it before a copy is made. */
  list(stopped: AbortSignal): Promise<string[]>;
  /** Makes a copy under this name. `make` writes it into a file; the copy has its name only after a check. */
  add(name: string, make: MakeCopy, stopped: AbortSignal): Promise<void>;
  /** Removes a copy. A copy that is not there is no failure: another process may have removed it. */
  remove(name: string, stopped: AbortSignal): Promise<void>;
  /** Calls `use` with a file that holds this copy, and removes the file afterwards if it was made for that. */
  read<T>(name: string, use: (file: string) => Promise<T>, stopped: AbortSignal): Promise<T>;
};

type MakeCopy = (file: string) => Promise<void>;
