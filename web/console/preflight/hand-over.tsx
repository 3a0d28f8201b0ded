import { useState } from "react";
import type { Finding } from "#contract/preflight";
import { SecondaryButton } from "../kit.tsx";
import { t } from "../language.ts";
import { toastFailure, toastSuccess } from "../toast.tsx";

type OfRouter = { params: { id: string } };
type Said = Promise<{ message: string }>;

export type HandOverCalls = {
  callApi: ((name: "handOverUsers", of: OfRouter & { body: { macAddress: null } }) => Said) &
    ((name: "keepForeignUsers", of: OfRouter) => Said);
};

type HandOverProps = {
  router: { id: string };
  finding: Finding;
  calls: HandOverCalls;
  reread: () => void;
};

/** Users of another system: that they give way is a person's to say, and to take back. Nothing at all for other findings. */
export function HandOver({ router, finding, calls, reread }: HandOverProps) {
  const [isAsking, setAsking] = useState(false);
  const of = { params: { id: router.id } };
  const ask = (sent: Said, done: string, failed: string) => {
    setAsking(true);
    sent
      .then(
        ({ message }) => {
          toastSuccess(done, message);
          reread();
        },
        toastFailure(failed, t("Nothing was changed. Please try again.")),
      )
      .finally(() => setAsking(false));
  };
  const handOver = () =>
    ask(
      calls.callApi("handOverUsers", { ...of, body: { macAddress: null } }),
      t("Handed over"),
      t("Not handed over"),
    );
  const keep = () =>
    ask(calls.callApi("keepForeignUsers", of), t("Left alone again"), t("Still handed over"));
  if (finding.code !== "usersForeign" && finding.code !== "usersHandedOver") return null;
  const isGiven = finding.code === "usersHandedOver";
  return (
    <SecondaryButton size="sm" mih={44} mt="xs" loading={isAsking} onClick={isGiven ? keep : handOver}>
      {isGiven ? t("Leave them alone again") : t("Hand over to Mlango")}
    </SecondaryButton>
  );
}
