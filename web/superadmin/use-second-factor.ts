import type { FactorActs } from "../console/second-factor-card.tsx";
import { useAct } from "./api.ts";

const read = ["/api/superadmin/second-factor"];

export function useFactorActs(): FactorActs {
  return {
    begin: useAct("beginSecondFactor"),
    confirm: useAct("confirmSecondFactor", read),
    renew: useAct("renewRecoveryCodes", read),
    end: useAct("endSecondFactor", read),
  };
}
