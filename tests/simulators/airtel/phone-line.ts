import { gatewayLine } from "../gateway-kit/phone-line.ts";
import type { PhoneLine } from "../phone/phone-line.ts";
import type { AirtelEngine } from "./engine.ts";
import type { Prompt } from "./state.ts";

const ENDINGS: Record<Prompt["state"], string> = {
  open: "",
  paid: "",
  ambiguous: "Your answer is on its way.",
  cancelled: "You cancelled this request.",
  "wrong-pin": "Failed. You entered the wrong Airtel Money PIN.",
  insufficient: "Failed. You do not have enough money in your Airtel Money wallet.",
  "over-limit": "Failed. This is more than your wallet may pay.",
  "timed-out": "This request did not reach the phone.",
  expired: "You did not answer this request in time.",
  refused: "Failed. This payment is not permitted at the moment.",
  refunded: "Given back to you.",
};

/** Airtel Money on a person's phone. */
export function airtelLine(engine: AirtelEngine): PhoneLine {
  return gatewayLine(engine, {
    key: "airtel",
    menu: "Airtel Money",
    pinLabel: "Airtel Money PIN",
    endings: ENDINGS,
    shown: ({ msisdn, clientId, reference, moneyId }) => ({
      number: `254${msisdn}`,
      payee: engine.apps.find((app) => app.clientId === clientId)?.name ?? clientId,
      account: reference,
      receipt: moneyId,
    }),
  });
}
