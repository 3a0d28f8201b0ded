import { parse } from "lossless-json";

/** Refuses a key that an object holds twice: readers resolve it differently. Undefined where it is no unambiguous JSON. */
export function readStrictJson(text: string): unknown {
  try {
    return parse(text, undefined, {
      parseNumber: Number,
      onDuplicateKey: ({ key }) => {
        throw new SyntaxError(`the key ${key} stands there twice`);
      },
    });
  } catch {
    return undefined;
  }
}
