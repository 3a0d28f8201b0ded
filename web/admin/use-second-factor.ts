import type { FactorActs } from "../console/second-factor-card.tsx";
import { useAct } from "./api.ts";

const read = ["/api/admin/second-factor"];

export function useFactorActs(): FactorActs {
  return {
    begin: useAct("beginAdminSecondFactor"),
    confirm: useAct("confirmAdminSecondFactor", read),
    renew: useAct("renewAdminRecoveryCodes", read),
    end: useAct("endAdminSecondFactor", read),
  };
}
