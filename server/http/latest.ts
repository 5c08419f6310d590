export type Latest<Value> = {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => void;
};

/**
 * Remembers at least half of `most` keys, those used last, and never more than `most`. In two generations:
 * taking the oldest key out of one big map each time makes the map slower than all the rest of a request.
 */
export function rememberLatest<Value>(most: number): Latest<Value> {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (young.size >= most / 2) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
