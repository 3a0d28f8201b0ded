import type { PayTab, PortalPlace, PortalScreen } from "#contract/portal";
import { stopPath } from "#contract/values/voucher-link";

// The portal's own addresses. Each carries the device, the router and what was chosen on, because nothing else remembers them:
// captive mini-browsers keep neither storage nor cookies.

type Place = PortalPlace;

function address(path: string, parameters: readonly (readonly [string, string | null])[]): string {
  const query = parameters
    .filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== "")
    // A colon needs no escape in a query, and a MAC stays readable.
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%3A/g, ":")}`)
    .join("&");
  return query ? `${path}?${query}` : path;
}

const of = (place: Place) =>
  [
    ["mac", place.mac],
    ["routerId", place.routerId],
    ["lang", place.lang],
    ["theme", place.theme],
  ] as const;

/** The plans; `planId` brings that plan into view. */
export function homeAddress(place: Place, planId: string | null = null): string {
  return address("/", of(place)) + (planId ? `#plan-${encodeURIComponent(planId)}` : "");
}

/** Without a tab the form opens on what is offered first. */
export function buyAddress(place: Place, planId: string, tab: PayTab = "mpesa", isTopUp?: boolean): string {
  return address("/buy", [
    ["planId", planId],
    ["topUp", isTopUp ? "1" : null],
    ["tab", tab === "mpesa" ? null : tab],
    ...of(place),
  ]);
}

export function payAddress(place: Place, transactionId: string): string {
  return address(`/pay/${encodeURIComponent(transactionId)}`, of(place));
}

export function connectedAddress(place: Place): string {
  return address("/connected", of(place));
}

/** Where the buyer lets a television or another device in. */
export function pairingAddress(place: Place): string {
  return address("/add-device", of(place));
}

/** Nothing secret travels in it: the code is typed there. */
export function claimAddress(place: Place): string {
  return address("/claim", of(place));
}

/** The form of the free trial. */
export function trialAddress(place: Place): string {
  return address("/trial", of(place));
}

/**
 * The advertisement at `index` for pages without scripts, all of them shown where it is none: `seen` is the one that was
 * looked at until now, `website` the one whose website is to be kept for later.
 */
export function adAddress(place: Place, index: number, said: { seen?: string; website?: string }): string {
  const { seen = null, website = null } = said;
  return address("/", [["ad", String(index)], ["seen", seen], ["website", website], ...of(place)]);
}

export function noAdsAddress(place: Place): string {
  return address("/", [["ads", "seen"], ...of(place)]);
}

/** The screen that is shown, by the address that brings it back. */
export function screenAddress(place: Place, screen: PortalScreen): string {
  switch (screen.kind) {
    case "buy":
      return buyAddress(place, screen.planId, screen.tab, screen.isTopUp);
    case "waiting":
    case "success":
    case "overtaken":
      return payAddress(place, screen.transactionId);
    case "failure":
      return screen.transactionId === null ? homeAddress(place) : payAddress(place, screen.transactionId);
    case "connected":
      return connectedAddress(place);
    case "claim":
      return claimAddress(place);
    case "pairing":
      return pairingAddress(place);
    case "trial":
      return address(screen.id === null ? "/trial" : `/trial/${encodeURIComponent(screen.id)}`, of(place));
    case "stopOffers":
      return address(stopPath(screen.code), of(place));
    default:
      return homeAddress(place);
  }
}

/** Where a page that knows no router goes with the one that this browser remembers; null when it carries one already. */
export function addressWithRouter(path: string, query: string, routerId: string): string | null {
  if (/(^|[?&])routerId=/.test(query)) return null;
  return `${path}${query === "" ? "?" : `${query}&`}routerId=${encodeURIComponent(routerId)}`;
}
