import { t } from "../../console/language.ts";
import { SecondFactorFirst as First } from "../../console/second-factor-card.tsx";
import { useRead } from "../api.ts";
import { useFactorActs } from "../use-second-factor.ts";

/** All that one of the provider's people sees who lacks the second factor that an owner asks of everybody. */
export function SecondFactorFirst({ onDone }: { onDone: () => void }) {
  return (
    <First
      factor={useRead("getAdminSecondFactor")}
      acts={useFactorActs()}
      reason={t("An owner asks everybody here for a code of an authenticator app beside the password.")}
      onDone={onDone}
    />
  );
}
