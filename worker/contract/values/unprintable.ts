/** Control characters, line and paragraph ends, and what turns the direction of writing. */
export const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of a router that is the same wherever it is told: with nothing that is unprintable, and no sign that was none of UTF-8. */
export const isTold = (text: string): boolean => text.search(unprintable) < 0 && !text.includes("\uFFFD");
