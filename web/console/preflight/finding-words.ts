import type { Finding } from "#contract/preflight";
import { smallPackage } from "#contract/values/hotspot-package";
import { t } from "../language.ts";

type Params = Finding["params"];

/** What was found, and what to do about it. */
export const words: Record<Exclude<Finding["code"], "unread">, (params: Params) => [string, string?]> = {
  packageThere: () => [t("It is installed.")],
  packageMissing: () => [
    t("This router has no hotspot package, so it cannot sell internet."),
    t(
      "Install the full RouterOS package of its version from mikrotik.com. On a small board, for which the hotspot is a file of its own, enter the commands below.",
    ),
  ],
  packageDisabled: () => [
    t("The hotspot package is installed, but switched off."),
    t("Switch it on; the router restarts."),
  ],
  modeAllows: () => [t("It allows the hotspot.")],
  modeAbsent: () => [t("This version has none.")],
  modeForbids: (params) => [
    t("Device mode {mode} forbids the hotspot.", params),
    t(
      "Enter this, then confirm within 5 minutes: press the router's reset button briefly, or take its power. Without that it stays forbidden.",
    ),
  ],
  modeFlagged: () => [
    t("RouterOS has flagged this router's configuration as suspicious."),
    t("Look for scripts and users that are not yours, remove them, then take the flag away."),
  ],
  hotspotRuns: (params) => [t("It runs on {interface}.", params)],
  hotspotAbsent: () => [
    t("No hotspot is set up on this router."),
    t('Use "Set up router": one line in its terminal makes it a hotspot.'),
  ],
  hotspotDisabled: (params) => [
    t("The hotspot {name} is switched off or not valid.", params),
    t("Switch it on. If it does not stay on, look at device mode and at its interface."),
  ],
  rightsFit: (params) => [t("{name} may do what is needed, and nothing else.", params)],
  rightsTooFew: (params) => [
    t("The group {group} lacks rights: {rights}.", params),
    t("Run the set-up line again: it makes a user with just the right rights."),
  ],
  rightsTooMany: (params) => [
    t("{name} may do more than the bridge needs: {rights}.", params),
    t("Run the set-up line: it makes a user of its own for the bridge, with least rights."),
  ],
  rightsFromAnywhere: (params) => [
    t("{name} may log in from every address.", params),
    t("Allow it from the address of the bridge alone."),
  ],
  userUnlisted: () => [
    t("The user of the bridge is not on the router's list of users."),
    t("Use a user of the router itself, as the set-up line makes one."),
  ],
  licenseEnough: (params) => [t("Level {level} is enough.", params)],
  licenseOne: (params) => [
    t("Level {level} lets only one visitor online at a time.", params),
    t("Buy a licence of level 4 or higher on mikrotik.com, or use another router."),
  ],
  licenseTrial: () => [
    t("This RouterOS has no licence and stops after 24 hours."),
    t("Buy a licence of level 4 or higher on mikrotik.com, or use another router."),
  ],
  licenseNearlyFull: (params) => [
    t("{sessions} visitors are online; the licence of level {level} ends at {most}.", params),
    t("Buy a higher level on mikrotik.com before somebody who paid is refused."),
  ],
  licenseSlow: () => [
    t("A virtual router without a licence passes 1 Mbit/s at most."),
    t("Buy a licence P1 or higher on mikrotik.com."),
  ],
  pagesSeen: () => [t("The hotspot shows your portal.")],
  pagesOurs: () => [t("No other folder lies over them.")],
  pagesOther: (params) => [
    t("The login page in {folder} does not lead to your portal: visitors cannot buy.", params),
    t("Paste the set-up line again; if that does not help, restart the router and paste once more."),
  ],
  pagesMissing: (params) => [
    t("There is no login page in {folder}: phones say connected, without internet.", params),
    t("Paste the set-up line again; if that does not help, restart the router and paste once more."),
  ],
  internetThere: () => [t("The router has a way out, and finds names.")],
  internetNoWay: () => [
    t("The router itself has no internet."),
    t("Look at its modem and cable; then check again."),
  ],
  internetNoNames: () => [
    t("The router asks nobody for names, and the hotspot sends all visitors' questions to it."),
    t("Give it name servers."),
  ],
  usersNone: () => [t("None is in the way of a device that buys.")],
  usersHandedOver: (params) => [
    t(
      "{count, plural, one {# user is} other {# users are}} handed over to Mlango: each gives way when its device buys.",
      params,
    ),
  ],
  usersForeign: (params) => [
    t(
      "{count, plural, one {# device has} other {# devices have}} a user of another system on this router: {names}. What they buy here does not let them in.",
      params,
    ),
    t(
      "Hand them over: each gives way when its device buys, and until then keeps what it has. Or remove all of them at once in the router's terminal; time that is left on them is lost, unless you import it first.",
    ),
  ],
  radioServes: (params) => [t("{names} gives the visitors' network.", params)],
  radioElsewhere: () => [t("An access point outside of this router gives the visitors' network.")],
  radioOff: (params) => [
    t("{names} is in the visitors' network, but switched off.", params),
    t("Switch it on, unless an access point outside of this router gives the network."),
  ],
  radioStation: (params) => [
    t("{names} joins another network instead of giving one: no phone finds yours.", params),
    t("Make it an access point, unless this router gets its own internet by it."),
  ],
  radioManaged: (params) => [
    t("{names} is managed by another router (CAPsMAN), which says what network it gives.", params),
    t("Free it, unless that router is yours and gives the visitors' network here."),
  ],
  wifiOpen: () => [t("Nobody needs a key before he sees your portal.")],
  wifiLocked: (params) => [
    t("{names} asks for a key: whoever does not have it never sees your portal.", params),
    t("Make the network open. The hotspot lets nobody out who has not paid."),
  ],
  wifiApart: () => [t("A visitor's phone does not reach another one's on this router's radio.")],
  wifiTogether: (params) => [
    t("On {names} each visitor's phone reaches all the others.", params),
    t("Keep them apart; the internet stays as it is."),
  ],
  schedulersNone: () => [t("None opens tunnels, makes users or fetches scripts.")],
  schedulersLeft: (params) => [
    t("By the clock this router runs what opens tunnels, makes users or fetches scripts: {names}.", params),
    t(
      "If you do not know them, they are of somebody who had this router before, and bring back what you take away: switch them off first. Keep those that are your own.",
    ),
  ],
  queuesNone: () => [t("None stands before the speeds of your plans.")],
  queuesBefore: (params) => [
    t(
      "A limit for the whole network stands before the speeds of your plans, which do not hold then: {names}.",
      params,
    ),
    t("Switch it off; each visitor has the limit of what he bought."),
  ],
  storageEnough: () => [t("There is room for what is set.")],
  storageFull: (params) => [
    t("Only {kilobytes} KB are free: a full router forgets what is set on it.", params),
    t("Remove old backups, packages and pages under Files."),
  ],
  unpaidLimited: () => [t("Without paying, a device gets to your portal and nothing worth having.")],
  unpaidIcmp: () => [
    t("Ping passes without paying, and with it a tunnel to the internet."),
    t("Paste the set-up line again: it brings the rules."),
  ],
  unpaidSites: () => [
    t("Your portal's addresses carry other sites too; without paying, tunnels there run without limit."),
    t("Paste the set-up line again: it brings the rules."),
  ],
  unpaidNames: () => [
    t("Questions of names pass without limit before paying, and with them a slow tunnel."),
    t("Paste the set-up line again: it brings the rules."),
  ],
  passesNone: () => [t("Nobody passes without paying but the bridge.")],
  passesKnown: (params) => [
    t(
      "{count, plural, one {# device of your own passes} other {# devices of your own pass}} without paying.",
      params,
    ),
  ],
  passesOthers: (params) => [
    t(
      "{count, plural, one {# device passes} other {# devices pass}} without paying, not by us: {names}.",
      params,
    ),
    t("Look at IP, Hotspot, IP Bindings on the router and remove what you do not know."),
  ],
  bridgeApart: (params) => [t("It stands at {address}, apart from the visitors.", params)],
  bridgeAmongVisitors: (params) => [
    t("It stands at {address} among the visitors on {interface}, bound to its own machine.", params),
    t(
      "It works. Safer is a port of the router that is not part of the hotspot, or API port 8729, which is encrypted.",
    ),
  ],
  bridgeLent: (params) => [
    t("Its address {address} among the visitors is only lent: another device may get it.", params),
    t("Keep the address for it, or paste the set-up line again, which does the same."),
  ],
  bridgeUnbound: (params) => [
    t(
      "Whoever takes the address {address} passes without paying: it is not bound to the bridge's machine.",
      params,
    ),
    t("Paste the set-up line again while the bridge runs."),
  ],
  pagesOverridden: (params) => [
    t(
      "The profile {profile} shows the pages in {folder} instead: visitors do not get to your portal.",
      params,
    ),
    t("Take the folder out of the profile; the files stay."),
  ],
  subnetsApart: () => [t("No two overlap.")],
  subnetsClash: (params) => [
    t("{network} is in use on {first} and on {second}.", params),
    t("Give one of them another network: most easily the modem, or the visitors, with their DHCP and pool."),
  ],
  addressesFromNobody: (params) => [
    t("The router gives out no addresses on {interface}.", params),
    t("If no other machine does, phones do not get in: set up a DHCP server there."),
  ],
  poolOutside: (params) => [
    t("The pool {pool} gives out addresses that are not of the network on {interface}.", params),
    t("Set the pool's ranges to addresses of that network."),
  ],
  clockRight: () => [t("It is right.")],
  clockOff: ({ way, seconds }) => [
    way === "ahead"
      ? t("It is {time} ahead.", { time: formatSpan(Number(seconds)) })
      : t("It is {time} behind.", { time: formatSpan(Number(seconds)) }),
    t("Let it ask a time server. The bridge counts bought time by its own clock."),
  ],
  clockUnset: () => [
    t("It was never set: certificates are refused and the log is of no use."),
    t("Let it ask a time server, and see that the router itself has internet."),
  ],
  clockAlone: () => [
    t("It is right, but asks no time server: after a power cut it will be wrong."),
    t("Let it ask a time server."),
  ],
  fastTrackAway: () => [t("It leaves the visitors alone.")],
  fastTrackPasses: (params) => [
    t(
      "FastTrack carries visitors on {interface} past the hotspot: speeds and data limits do not hold.",
      params,
    ),
    t("Except the visitors from it; it stays for your own network."),
  ],
  ipv6Closed: () => [t("Nobody gets past the hotspot by it.")],
  ipv6Open: (params) => [
    t(
      "Visitors on {interface} get IPv6, which the hotspot does not know: they are online without paying.",
      params,
    ),
    t("Refuse it to the visitors; other networks keep it."),
  ],
  tunnelsNone: () => [t("None but ours.")],
  tunnelsLeft: (params) => [
    t("This router opens tunnels: {names}.", params),
    t(
      "If you do not know them, somebody who had this router before can come in by them: switch them off. Keep those that are your own.",
    ),
  ],
  versionSafe: (params) => [t("{version} has no hole that is known to us.", params)],
  versionUnsafe: (params) => [
    t("{version} has a hole by which strangers come in; {safe} has not.", params),
    t(
      "Update it at a quiet hour: the router restarts and visitors are offline for a few minutes. Then check again.",
    ),
  ],
  versionUnsafeSmall: (params) => [
    t("{version} has a hole by which strangers come in; {safe} has not.", params),
    t(
      "On {board} an update takes the hotspot away: from 7.20 on it is a package of its own. Upload {file} from mikrotik.com to Files first, then update; or stay, and close the management services to visitors.",
      { ...params, file: smallPackage(String(params.safe)) },
    ),
  ],
  versionPreview: (params) => [
    t("{version} is a test version.", params),
    t("Change to a stable one: System, Packages, Check for updates, channel stable."),
  ],
  servicesClosed: () => [t("None is open to everybody.")],
  servicesOpen: (params) => [
    t("Open to everybody, visitors too: {names}.", params),
    t(
      "Switch off what nobody needs and allow the rest from your own network alone. Look first from where you manage this router.",
    ),
  ],
};

/** Those whose words send one to the set-up line. */
export const mendedByLine: ReadonlySet<Finding["code"]> = new Set([
  ...(["hotspotAbsent", "rightsTooFew", "rightsTooMany", "userUnlisted"] as const),
  ...(["pagesOther", "pagesMissing", "unpaidIcmp", "unpaidSites", "unpaidNames"] as const),
  ...(["bridgeLent", "bridgeUnbound"] as const),
]);

function formatSpan(seconds: number): string {
  if (seconds >= 86_400)
    return t("{days, plural, one {# day} other {# days}}", { days: Math.round(seconds / 86_400) });
  if (seconds >= 3_600)
    return t("{hours, plural, one {# hour} other {# hours}}", { hours: Math.round(seconds / 3_600) });
  return t("{minutes, plural, one {# minute} other {# minutes}}", { minutes: Math.round(seconds / 60) });
}
