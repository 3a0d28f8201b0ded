import { say, type Text } from "../../contract/texts.ts";

export const operatorRole = "Super Administrator";

/** Usernames are unique over the platform in any case, so everything compares this form. */
export function usernameKeyOf(username: string): string {
  return username
    .replace(/\p{Cf}/gu, "")
    .trim()
    .normalize("NFKC")
    .toLowerCase();
}

/**
 * The sentence why it can't be a username, or undefined. @param isProved the name is an address, and becomes a name only once its reader
 * has proved it: who were named by another's address would keep its owner from signing up
 */
export function usernameFault(username: string, isProved = false): Text | undefined {
  const key = usernameKeyOf(username);
  if (!isProved && key.includes("@")) return say("username_address");
  if (key === "") return say("username_enter");
  if (key.length > 60) return say("username_long");
  if (/[\s\p{Cc}\p{Cf}]/u.test(key)) return say("username_spaces");
  return undefined;
}
