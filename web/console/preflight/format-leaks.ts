import type { Finding } from "#contract/preflight";
import { t } from "../language.ts";
import type { Said } from "./format-blocking.ts";

const well = (found: string): Said => ({ found, todo: "" });

/** What costs money or safety while everything seems to work. Undefined for what is said elsewhere. */
export function formatLeak({ code, params }: Finding): Said | undefined {
  const named = (name: string) => params[name] ?? "";
  switch (code) {
    case "clockRight":
      return well(t("It is right."));
    case "clockOff":
      return params.way === "ahead"
        ? {
            found: t("It is {time} ahead.", { time: formatSpan(Number(params.seconds)) }),
            todo: t("Let it ask a time server. The bridge counts bought time by its own clock."),
          }
        : {
            found: t("It is {time} behind.", { time: formatSpan(Number(params.seconds)) }),
            todo: t("Let it ask a time server. The bridge counts bought time by its own clock."),
          };
    case "clockUnset":
      return {
        found: t("It was never set: certificates are refused and the log is of no use."),
        todo: t("Let it ask a time server, and see that the router itself has internet."),
      };
    case "clockAlone":
      return {
        found: t("It is right, but asks no time server: after a power cut it will be wrong."),
        todo: t("Let it ask a time server."),
      };
    case "fastTrackAway":
      return well(t("It leaves the visitors alone."));
    case "fastTrackPasses":
      return {
        found: t(
          "FastTrack carries visitors on {interface} past the hotspot: speeds and data limits do not hold.",
          {
            interface: named("interface"),
          },
        ),
        todo: t("Except the visitors from it; it stays for your own network."),
      };
    case "ipv6Closed":
      return well(t("Nobody gets past the hotspot by it."));
    case "ipv6Open":
      return {
        found: t(
          "Visitors on {interface} get IPv6, which the hotspot does not know: they are online without paying.",
          {
            interface: named("interface"),
          },
        ),
        todo: t("Refuse it to the visitors; other networks keep it."),
      };
    case "tunnelsNone":
      return well(t("None but ours."));
    case "tunnelsLeft":
      return {
        found: t("This router opens tunnels: {names}.", { names: named("names") }),
        todo: t(
          "If you do not know them, somebody who had this router before can come in by them: switch them off. Keep those that are your own.",
        ),
      };
    case "versionSafe":
      return well(t("{version} has no hole that is known to us.", { version: named("version") }));
    case "versionUnsafe":
      return {
        found: t("{version} has a hole by which strangers come in; {safe} has not.", {
          version: named("version"),
          safe: named("safe"),
        }),
        todo: t(
          "Update it at a quiet hour: the router restarts and visitors are offline for a few minutes. Then check again.",
        ),
      };
    case "versionPreview":
      return {
        found: t("{version} is a test version.", { version: named("version") }),
        todo: t("Change to a stable one: System, Packages, Check for updates, channel stable."),
      };
    case "servicesClosed":
      return well(t("None is open to everybody."));
    case "servicesOpen":
      return {
        found: t("Open to everybody, visitors too: {names}.", { names: named("names") }),
        todo: t(
          "Switch off what nobody needs and allow the rest from your own network alone. Look first from where you manage this router.",
        ),
      };
    default:
      return undefined;
  }
}

function formatSpan(seconds: number): string {
  if (seconds >= 86_400)
    return t("{days, plural, one {# day} other {# days}}", { days: Math.round(seconds / 86_400) });
  if (seconds >= 3_600)
    return t("{hours, plural, one {# hour} other {# hours}}", { hours: Math.round(seconds / 3_600) });
  return t("{minutes, plural, one {# minute} other {# minutes}}", { minutes: Math.round(seconds / 60) });
}
