import { plain } from "./pasted.ts";

// How people say that they want no more messages. The first word decides, since what follows it is theirs: "Stop. Thank you",
// "STOP DEMOWIFI", "Acha kutuma".

/** No ordinary message to a business begins with these. */
const firstWords = new Set([
  ...["stop", "stopall", "unsubscribe", "unsub", "optout"],
  ...["acha", "acheni", "wacha", "wacheni", "ondoa", "ondoeni", "niondoe", "niondoeni", "nitoe", "nitoeni"],
  ...["sitisha", "sitisheni", "simamisha", "komesha", "komesheni"],
]);

/** These begin other messages, too: they count where they are all that is said. */
const onlyWords = new Set(["cancel", "end", "quit", "remove", "removeme", "toa", "futa"]);

/** Before the word, and no part of it. */
const courtesies = new Set([
  ...["please", "pls", "plz", "kindly", "hi", "hello", "hey", "sir", "madam"],
  ...["tafadhali", "naomba", "habari", "samahani"],
]);

const longest = 1_600;

/** Whether the writer of an incoming message wants no more of them. */
export function isOptOut(text: string): boolean {
  const words = wordsIn(text);
  const first = words.findIndex((word) => !courtesies.has(word));
  if (first < 0) return false;
  const [word = "", next = ""] = words.slice(first);
  // "Acha niulize": let me ask.
  const isLetMe = /^w?acha$/.test(word) && /^ni\p{L}{3}/u.test(next);
  if ((firstWords.has(word) && !isLetMe) || (word === "opt" && next === "out")) return true;
  const said = words.slice(first).join("");
  // One letter at a time, as "S T O P".
  const isSpelt = words.slice(first).every(({ length }) => length === 1);
  return onlyWords.has(said) || (isSpelt && firstWords.has(said));
}

/** In plain small letters, without quotes, stops and invisible signs. */
function wordsIn(text: string): string[] {
  return plain(text.slice(0, longest))
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’]+/u)
    .map((word) => word.replace(/^['’]+|['’]+$/g, ""))
    .filter((word) => word !== "");
}
