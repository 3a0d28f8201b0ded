import { useAtomValue } from "jotai";
import type { Plan } from "#contract/plans";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { keptFor, useAct, useRead } from "../api.ts";
import { usePortalOrigin } from "../use-business-name.ts";
import type { SlipShop } from "./voucher-sheet.tsx";

/** What making and revoking vouchers changes. */
export const rereads = ["/api/admin/vouchers", "/api/admin/free-minutes"];

const nothing: readonly Plan[] = [];

export function usePlans(): readonly Plan[] {
  return useRead("adminListPlans").data ?? nothing;
}

/** Whose vouchers they are, and where they are redeemed. */
export function useShop(page: PageData): SlipShop {
  const { data } = useRead("getSettings", {}, keptFor(30_000));
  return {
    company: data?.settings.companyName ?? page.businessName ?? "",
    origin: usePortalOrigin(page),
    phone: data?.settings.supportPhone ?? "",
    logo: data?.settings.logoUrl ?? "",
  };
}

export type Order = { planId: string; quantity: number; expiresAt?: string; isFree?: true };

export function useGenerate() {
  const signed = useAtomValue(signedAtom);
  const generate = useAct("generateVouchers", rereads);
  return async (order: Order, key: string) => {
    const body = { ...order, ...(signed ? { adminId: signed.id } : {}) };
    return (await generate.mutateAsync({ body, key })).vouchers;
  };
}
