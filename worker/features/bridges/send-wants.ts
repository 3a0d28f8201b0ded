import type { Loan } from "../../contract/bridge.ts";
import { wantOf } from "../entitlements/index.ts";
import type { BridgeLine } from "./bridge-line.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

const perMessage = 200;

/** What is held of these purchases goes out on the line, as far as their routers are this bridge's. */
export function sendWants(kept: BridgeStorage, line: BridgeLine, ids: readonly string[]): void {
  const now = Date.now();
  const held = ids.flatMap((id) => kept.held(id) ?? []);
  const wants = held.filter((one) => kept.isAssigned(one.routerId)).map((one) => wantOf(one, now));
  for (let at = 0; at < wants.length; at += perMessage)
    line.send({ type: "want", wants: wants.slice(at, at + perMessage) });
}

/** Only to a bridge that takes lent vouchers: another one would never answer. */
export function sendLoans(line: BridgeLine, loans: readonly Loan[]): void {
  if (!line.understands({ kind: "redeem" })) return;
  for (let at = 0; at < loans.length; at += perMessage)
    line.send({ type: "loans", loans: loans.slice(at, at + perMessage) });
}
