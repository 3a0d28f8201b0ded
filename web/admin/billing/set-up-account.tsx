import { useState } from "react";
import type { OfferedGateways, OwnGateway } from "#contract/own-gateways";
import { bankById } from "#contract/values/banks";
import { VerificationPayment } from "../../console/ask-for-shilling.tsx";
import { gatewayName } from "../../console/format.ts";
import { t } from "../../console/language.ts";
import { keptFor, useAct, useRead } from "../api.ts";
import { AddAccount } from "./add-account.tsx";
import { isToProve } from "./shilling.ts";

type Wanted = { onSent: () => void; onClose: () => void };

/** An account of one's own is typed, and proven by KSh 1. */
export function SetUpAccount(
  props: Wanted & {
    /** The one that is to be proven, or a new one. */
    start: "add" | OwnGateway;
    gateways: readonly OwnGateway[];
    offered: OfferedGateways | undefined;
  },
) {
  const { start, gateways, offered, onSent, onClose } = props;
  const [open, setOpen] = useState(start);
  if (open !== "add") return <TryAccount gateway={open} onSent={onSent} onClose={onClose} />;
  if (!offered) return null;
  return (
    <AddAccount
      offered={offered}
      replaces={gateways.some(({ status }) => status === "collects")}
      onClose={onClose}
      onAdded={(added) => (isToProve(added) ? setOpen(added) : onClose())}
    />
  );
}

/** The same from where it stands: what was typed and not proven yet is proven. */
export function SetUpFirstAccount(props: Wanted) {
  const gateways = useRead("listOwnGateways").data ?? [];
  const offered = useRead("offeredGateways", {}, keptFor(600_000)).data;
  return (
    <SetUpAccount
      {...props}
      start={gateways.find(isToProve) ?? "add"}
      gateways={gateways}
      offered={offered}
    />
  );
}

export function nameOf({ type, service }: OwnGateway): string {
  return (type === "bank" && bankById(service)?.name) || gatewayName(type);
}

function TryAccount(props: { gateway: OwnGateway; onSent: () => void; onClose: () => void }) {
  const { gateway, onSent, onClose } = props;
  const verify = useAct("verifyOwnGateway", ["/api/admin/payment-gateways"]);
  return (
    <VerificationPayment
      title={t("Prove {name} with KSh 1", { name: `${nameOf(gateway)} •••• ${gateway.accountEnd}` })}
      warning={
        gateway.environment === "sandbox"
          ? t("This is a sandbox: no shilling is taken from this phone.")
          : t("One real shilling is taken from this phone and paid to your account.")
      }
      note={t("Nothing is sold by it. Once it has arrived, your visitors can pay this way.")}
      next={t("Enter your PIN. The page says when KSh 1 has arrived.")}
      failure={t("KSh 1 was not asked for")}
      send={async (phoneNumber, key) => {
        await verify.mutateAsync({ params: { id: gateway.id }, body: { phoneNumber }, key });
        onSent();
      }}
      onClose={onClose}
    />
  );
}
