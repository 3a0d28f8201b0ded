/** Usernames are unique over the platform in any case, so everything compares this form. */
export function usernameKeyOf(username: string): string {
  return username.trim().normalize("NFKC").toLowerCase();
}

/** The sentence why nobody can be named so, or undefined. */
export function usernameFault(username: string): string | undefined {
  const key = usernameKeyOf(username);
  if (key === "") return "Enter a username.";
  if (key.length > 60) return "A username has at most 60 characters.";
  if (/[\s\p{Cc}\p{Cf}]/u.test(key)) return "A username has no spaces.";
  return undefined;
}
