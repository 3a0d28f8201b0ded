import type { HotspotUser } from "#contract/users";

// What this page has read of users, in lists and details, so that a row can change before the server has answered.

const path = "/api/admin/users";

export function isOfUsers({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  return typeof queryKey[0] === "string" && queryKey[0].startsWith(path);
}

/** A cut-off device is offline at once; one that is allowed again is what its time says. @param now UTC ms */
export function cutOff(user: HotspotUser, isCutOff: boolean, now: number): HotspotUser {
  if (isCutOff) return { ...user, status: "cut_off", isActive: false, isOnline: false };
  const isActive = user.expiresAt !== null && Date.parse(user.expiresAt) > now;
  return { ...user, status: isActive ? "active" : "expired", isActive };
}

/** The same answer with one user changed; an answer without this user stays the very same. */
export function withUser<T>(answer: T, id: string, change: (user: HotspotUser) => HotspotUser): T {
  if (!answer || typeof answer !== "object") return answer;
  if ("rows" in answer && Array.isArray(answer.rows)) {
    const rows = answer.rows as HotspotUser[];
    if (!rows.some((user) => user.id === id)) return answer;
    return { ...answer, rows: rows.map((user) => (user.id === id ? change(user) : user)) };
  }
  if ("user" in answer) {
    const user = answer.user as HotspotUser;
    return user.id === id ? { ...answer, user: change(user) } : answer;
  }
  return answer;
}
