import { say, type Text } from "../../contract/texts.ts";

export const operatorRole = "Super Administrator";

/** Usernames are unique over the platform in any case, so everything compares this form. */
export function usernameKeyOf(username: string): string {
  return username.trim().normalize("NFKC").toLowerCase();
}

/** The sentence why nobody can be named so, or undefined. */
export function usernameFault(username: string): Text | undefined {
  const key = usernameKeyOf(username);
  if (key === "") return say("username_enter");
  if (key.length > 60) return say("username_long");
  if (/[\s\p{Cc}\p{Cf}]/u.test(key)) return say("username_spaces");
  return undefined;
}
