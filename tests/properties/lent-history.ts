import fc from "fast-check";

// What happens to one voucher that is lent to a site, in any order.

export type LentAct =
  | { do: "lend" | "take_back" | "revoke" | "sweep" | "cut" | "dial" | "kill" | "copy_disk" | "old_disk" }
  | { do: "replace" | "claim" | "lose_answer" }
  | { do: "hear"; arrives: boolean }
  | { do: "report"; acknowledged: boolean }
  | { do: "page"; who: number }
  | { do: "portal"; who: number; elsewhere: boolean };

const who = fc.integer({ min: 0, max: 2 });
export const anyLentAct: fc.Arbitrary<LentAct> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<LentAct>({ do: "lend" }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("hear" as const), arrives: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("report" as const), acknowledged: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("page" as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("portal" as const), who, elsewhere: fc.boolean() }),
  },
  {
    weight: 12,
    arbitrary: fc.constantFrom<LentAct>(
      ...([{ do: "take_back" }, { do: "revoke" }, { do: "sweep" }, { do: "cut" }, { do: "dial" }] as const),
      ...([{ do: "kill" }, { do: "copy_disk" }, { do: "old_disk" }, { do: "replace" }] as const),
      ...([{ do: "claim" }, { do: "lose_answer" }] as const),
    ),
  },
);
