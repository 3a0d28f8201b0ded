import { useAtomValue } from "jotai";
import { useRef } from "react";
import type { Plan } from "#contract/plans";
import { newKey } from "../../console/request.ts";
import { signedAtom } from "../../console/session.ts";
import { useAct, useRead } from "../api.ts";

const rereads = ["/api/admin/vouchers"];

/** Plans by their id: price, speed and duration of what is printed. */
export function usePlans(): { plans: readonly Plan[]; planOf: (id: string | undefined) => Plan | undefined } {
  const { data: plans = [] } = useRead("adminListPlans");
  return { plans, planOf: (id) => plans.find((plan) => plan.id === id) };
}

export type Order = { planId: string; quantity: number; expiresAt?: string };

/** Makes vouchers. The same order sent again, because no answer came, makes the same vouchers. */
export function useGenerate() {
  const signed = useAtomValue(signedAtom);
  const generate = useAct("generateVouchers", rereads);
  const last = useRef({ order: "", key: "" });
  const send = async (order: Order) => {
    const written = JSON.stringify(order);
    if (last.current.order !== written) last.current = { order: written, key: newKey() };
    const body = { ...order, ...(signed ? { adminId: signed.id } : {}) };
    const { vouchers } = await generate.mutateAsync({ body, key: last.current.key });
    // The next order of the same kind is another one.
    last.current = { order: "", key: "" };
    return vouchers;
  };
  return { send, busy: generate.isPending };
}

/** As many as one call takes. */
const mostIds = 1_000;

export function useRevoke() {
  const revoke = useAct("revokeVouchers", rereads);
  const send = async (ids: readonly string[]) => {
    const done = { revoked: 0, leftAlone: 0, asked: 0 };
    for (let from = 0; from < ids.length; from += mostIds) {
      const { revoked, leftAlone, asked } = await revoke.mutateAsync({
        body: { ids: ids.slice(from, from + mostIds) },
      });
      done.revoked += revoked;
      done.leftAlone += leftAlone;
      done.asked += asked;
    }
    return done;
  };
  return { send, busy: revoke.isPending };
}
