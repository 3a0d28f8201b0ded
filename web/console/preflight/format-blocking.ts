import type { Finding } from "#contract/preflight";
import { t } from "../language.ts";

export type Said = { found: string; todo: string };

const well = (found: string): Said => ({ found, todo: "" });

/** What keeps people from being sold internet. Undefined for what is said elsewhere. */
export function formatBlocking({ code, params }: Finding): Said | undefined {
  const named = (name: string) => params[name] ?? "";
  switch (code) {
    case "packageThere":
      return well(t("It is installed."));
    case "packageMissing":
      return {
        found: t("This router has no hotspot package, so it cannot sell internet."),
        todo: t(
          "Install the full RouterOS package of its version from mikrotik.com, or use another router: the smallest ones have no room for it.",
        ),
      };
    case "packageDisabled":
      return {
        found: t("The hotspot package is installed, but switched off."),
        todo: t("Switch it on; the router restarts."),
      };
    case "modeAllows":
      return well(t("It allows the hotspot."));
    case "modeAbsent":
      return well(t("This version has none."));
    case "modeForbids":
      return {
        found: t("Device mode {mode} forbids the hotspot.", { mode: named("mode") }),
        todo: t(
          "Enter this, then confirm within 5 minutes: press the router's reset button briefly, or take its power. Without that it stays forbidden.",
        ),
      };
    case "modeFlagged":
      return {
        found: t("RouterOS has flagged this router's configuration as suspicious."),
        todo: t("Look for scripts and users that are not yours, remove them, then take the flag away."),
      };
    case "hotspotRuns":
      return well(t("It runs on {interface}.", { interface: named("interface") }));
    case "hotspotAbsent":
      return {
        found: t("No hotspot is set up on this router."),
        todo: t('Use "Set up router": one line in its terminal makes it a hotspot.'),
      };
    case "hotspotDisabled":
      return {
        found: t("The hotspot {name} is switched off or not valid.", { name: named("name") }),
        todo: t("Switch it on. If it does not stay on, look at device mode and at its interface."),
      };
    case "rightsFit":
      return well(t("{name} may do what is needed, and nothing else.", { name: named("name") }));
    case "rightsTooFew":
      return {
        found: t("The group {group} lacks rights: {rights}.", {
          group: named("group"),
          rights: named("rights"),
        }),
        todo: t("Run the set-up line again: it makes a user with just the right rights."),
      };
    case "rightsTooMany":
      return {
        found: t("{name} may do more than the bridge needs: {rights}.", {
          name: named("name"),
          rights: named("rights"),
        }),
        todo: t("Run the set-up line: it makes a user of its own for the bridge, with least rights."),
      };
    case "rightsFromAnywhere":
      return {
        found: t("{name} may log in from every address.", { name: named("name") }),
        todo: t("Allow it from the address of the bridge alone."),
      };
    case "userUnlisted":
      return {
        found: t("The user of the bridge is not on the router's list of users."),
        todo: t("Use a user of the router itself, as the set-up line makes one."),
      };
    case "licenseEnough":
      return well(t("Level {level} is enough.", { level: named("level") }));
    case "licenseOne":
      return {
        found: t("Level {level} lets only one visitor online at a time.", { level: named("level") }),
        todo: t("Buy a licence of level 4 or higher on mikrotik.com, or use another router."),
      };
    case "licenseTrial":
      return {
        found: t("This RouterOS has no licence and stops after 24 hours."),
        todo: t("Buy a licence of level 4 or higher on mikrotik.com, or use another router."),
      };
    case "licenseNearlyFull":
      return {
        found: t("{sessions} visitors are online; the licence of level {level} ends at {most}.", {
          sessions: named("sessions"),
          level: named("level"),
          most: named("most"),
        }),
        todo: t("Buy a higher level on mikrotik.com before somebody who paid is refused."),
      };
    case "licenseSlow":
      return {
        found: t("A virtual router without a licence passes 1 Mbit/s at most."),
        todo: t("Buy a licence P1 or higher on mikrotik.com."),
      };
    case "pagesOurs":
      return well(t("No other folder lies over them."));
    case "pagesOverridden":
      return {
        found: t(
          "The profile {profile} shows the pages in {folder} instead: visitors do not get to your portal.",
          {
            profile: named("profile"),
            folder: named("folder"),
          },
        ),
        todo: t("Take the folder out of the profile; the files stay."),
      };
    case "subnetsApart":
      return well(t("No two overlap."));
    case "subnetsClash":
      return {
        found: t("{network} is in use on {first} and on {second}.", {
          network: named("network"),
          first: named("first"),
          second: named("second"),
        }),
        todo: t(
          "Give one of them another network: most easily the modem, or the visitors, with their DHCP and pool.",
        ),
      };
    case "poolOutside":
      return {
        found: t("The pool {pool} gives out addresses that are not of the network on {interface}.", {
          pool: named("pool"),
          interface: named("interface"),
        }),
        todo: t("Set the pool's ranges to addresses of that network."),
      };
    default:
      return undefined;
  }
}
