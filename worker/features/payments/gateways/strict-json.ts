import { parse } from "lossless-json";

/**
 * Reads a message from outside once, and refuses a key that an object holds twice: readers that keep the first and readers
 * that keep the last would see two different messages.
 * @returns undefined where it is no JSON, or not unambiguous
 */
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
