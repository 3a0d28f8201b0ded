import fc from "fast-check";

// Random histories of one offline voucher.

export type OfflineVoucherAction =
  | {
      do:
        | "assign"
        | "return"
        | "revoke"
        | "sweep"
        | "disconnect"
        | "connect"
        | "kill"
        | "copy_disk"
        | "restore_disk";
    }
  | { do: "replace_bridge" | "claim_router" | "lose_answer" }
  | { do: "receive"; arrives: boolean }
  | { do: "report"; acknowledged: boolean }
  | { do: "bridge_page"; who: number }
  | { do: "portal"; who: number; elsewhere: boolean };

const who = fc.integer({ min: 0, max: 2 });
export const anyOfflineVoucherAction: fc.Arbitrary<OfflineVoucherAction> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<OfflineVoucherAction>({ do: "assign" }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("receive" as const), arrives: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("report" as const), acknowledged: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("bridge_page" as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("portal" as const), who, elsewhere: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.constantFrom<OfflineVoucherAction>(
      { do: "return" },
      { do: "revoke" },
      { do: "sweep" },
      { do: "disconnect" },
      { do: "connect" },
      { do: "kill" },
      { do: "copy_disk" },
      { do: "restore_disk" },
      { do: "replace_bridge" },
      { do: "claim_router" },
      { do: "lose_answer" },
    ),
  },
);
