import { t } from "../../console/language.ts";
import { SecondFactorFirst as First } from "../../console/second-factor-card.tsx";
import { useRead } from "../api.ts";
import { useFactorActs } from "../use-second-factor.ts";

/** All that a super admin sees who lacks the second factor that the platform asks for. */
export function SecondFactorFirst({ onDone }: { onDone: () => void }) {
  return (
    <First
      factor={useRead("getSecondFactor")}
      acts={useFactorActs()}
      reason={t(
        "Every super admin of this platform needs a code of an authenticator app beside the password.",
      )}
      onDone={onDone}
    />
  );
}
