import { gatewayLine } from "../gateway-kit/phone-line.ts";
import type { PhoneLine } from "../phone/phone-line.ts";
import type { DarajaEngine } from "./engine.ts";
import type { Prompt } from "./state.ts";

const ENDINGS: Record<Prompt["state"], string> = {
  open: "",
  paid: "",
  cancelled: "You cancelled this request.",
  "wrong-pin": "Failed. You entered the wrong M-PESA PIN.",
  insufficient: "Failed. You do not have enough money in your M-PESA account.",
  unreachable: "This request did not reach the phone.",
  unacknowledged: "This request did not reach the phone.",
  expired: "You did not answer this request in time.",
  refused: "Failed. This payment is not permitted at the moment.",
};

/** M-Pesa on a person's phone. */
export function darajaLine(engine: DarajaEngine): PhoneLine {
  return gatewayLine(engine, {
    key: "mpesa",
    menu: "M-PESA",
    pinLabel: "M-Pesa PIN",
    endings: ENDINGS,
    shown: ({ phoneNumber, shortCode, partyB, accountReference, receipt }) => ({
      number: phoneNumber,
      payee: engine.apps.find((app) => app.shortCode === shortCode)?.name ?? partyB,
      account: accountReference,
      receipt,
    }),
  });
}
