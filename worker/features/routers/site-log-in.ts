import { newRenewal, type RouterSecrets } from "./store.ts";

// A router that comes in by a tunnel has two users of ours: the hosts' and one for a box at its site. Whoever drives it now has
// `password`, the other one's is `away`. Each change of hands renews the box's, so that the former one's is good no more.

/** Those that the router may have for a box now; none where its set-up made no such user. */
export function sitePasswords({ password, renewal, away }: RouterSecrets, isAtSite: boolean): string[] {
  const known = isAtSite ? { password, renewal } : away;
  return known ? [known.password, ...(known.renewal ? [known.renewal.password] : [])] : [];
}

/** A box drives it. @param password with which it was let in */
export function secretsAtSite(secrets: RouterSecrets, isAtSite: boolean, password: string): RouterSecrets {
  const { renewal: former, away: awayNow, ...rest } = secrets;
  const hosts = { password: secrets.password, ...(former && { renewal: former }) };
  const away = isAtSite ? awayNow : hosts;
  return { ...rest, password, renewal: newRenewal(), ...(away && { away }) };
}

/** A host drives it again, and renews the box's log-in. What the box was about to change it to is known to the box, too. */
export function secretsByTunnel({ renewal, away, ...rest }: RouterSecrets): RouterSecrets {
  if (!away) throw new Error("the hosts' log-in is not kept");
  const site = renewal
    ? { password: rest.password, renewal, isKnown: true as const }
    : { password: rest.password, renewal: newRenewal() };
  return { ...rest, password: away.password, away: site, ...(away.renewal && { renewal: away.renewal }) };
}
