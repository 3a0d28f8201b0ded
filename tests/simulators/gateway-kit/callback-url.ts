const BANNED_WORDS = ["mpesa", "m-pesa", "safaricom", "exe", "cmd", "sql", "query"];

/** The first word in an address, in any case, that the gateway will not have there. */
export function bannedWord(text: string): string | undefined {
  const lower = text.toLowerCase();
  return BANNED_WORDS.find((word) => lower.includes(word));
}

/**
 * Whether the gateway would call this address back. HTTP is let through, as the sandbox does; `strict` also refuses what
 * is reported to lose callbacks: spaces, capitals, user information, fragments. Banned words are asked for separately.
 */
export function isCallBackUrl(text: string, strict: boolean): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return (
    !strict || !(/\s/.test(text) || text !== text.toLowerCase() || url.username !== "" || url.hash !== "")
  );
}
