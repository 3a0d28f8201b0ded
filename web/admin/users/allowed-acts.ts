import { may } from "../api.ts";
import { actsOn } from "./format-user.ts";
import { type Mend, mendOf } from "./mend.ts";

type Who = Parameters<typeof actsOn>[0];

/** What can be done with a user, and is one's own to do. */
export function allowedActs(user: Who): ReturnType<typeof actsOn> {
  const acts = actsOn(user);
  return {
    allow: acts.allow && may("allowDevice"),
    disconnect: acts.disconnect && may("disconnectDevice"),
    extend: acts.extend && may("extendUser"),
    move: acts.move && may("moveUser"),
  };
}

const needed = {
  retry: "retryActivation",
  allow: "allowDevice",
  extend: "extendUser",
  sell: "generateVouchers",
  router: "listBridges",
  hand_over: "handOverUsers",
  other: "userDetails",
} as const;

/** What brings somebody online again, where it is one's own to do. */
export function allowedMend(user: Parameters<typeof mendOf>[0]): Mend | null {
  const mend = mendOf(user, allowedActs(user));
  return mend && may(needed[mend.act]) ? mend : null;
}
