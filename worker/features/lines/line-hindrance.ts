import { say, type Text } from "../../contract/texts.ts";
import type { LineHindrance } from "../../contract/values/line-hindrances.ts";

type Hindered = {
  hindrance: LineHindrance | null;
  login: string;
  network: string | null;
  fixedAddress: string | null;
};

/** In words, for its provider; null where nothing is in the way. */
export function hindranceSaid({ hindrance, login, network, fixedAddress }: Hindered): Text | null {
  switch (hindrance) {
    case "name_taken":
      return say("line_hindrance_name", { login });
    case "network_gone":
      return say("line_hindrance_network", { network: network ?? "" });
    case "address_taken":
      return say("line_hindrance_address", { address: fixedAddress ?? "" });
    case "device_taken":
      return say("line_hindrance_device", { address: fixedAddress ?? "" });
    case "arp_kept":
      return say("line_hindrance_arp", { network: network ?? "" });
    default:
      return null;
  }
}
