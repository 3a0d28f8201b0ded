import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { PaymentSwitch } from "#contract/switch";
import { VerificationPayment } from "../../console/ask-for-shilling.tsx";
import { When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useAct } from "../api.ts";
import { accountOf, rereads } from "./switch-reading.ts";

export function AccountVerification(props: { one: PaymentSwitch; onTry: () => void; onName: () => void }) {
  const { one, onTry, onName } = props;
  const { status, isTried, at, payee, fault } = one.verification;
  if (status === "named")
    return (
      <Group gap="xs" justify="space-between">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("Tried with KSh 1, received by {payee}:", { payee: payee ?? "" })} <When iso={at} />
        </Text>
        <Button variant="subtle" onClick={onTry}>
          {t("Try again")}
        </Button>
      </Group>
    );
  const words = {
    none: t("Before it takes visitors' money, KSh 1 has to reach {account}.", { account: accountOf(one) }),
    pending: t("KSh 1 is on its way: read who receives it, then enter your PIN on the phone."),
    failed: t("KSh 1 did not arrive: {why}", { why: fault ?? "" }),
    paid: t("KSh 1 has arrived. Type who received it, as the prompt named them."),
  };
  const colors = { none: "yellow", pending: "blue", failed: "red", paid: "blue" };
  return (
    <Alert
      color={colors[status]}
      variant="light"
      title={status === "none" && !isTried ? t("Account not tried yet") : undefined}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
          {words[status]}
        </Text>
        {status === "paid" ? (
          <Button onClick={onName}>{t("Name the payee")}</Button>
        ) : (
          <Button variant={status === "pending" ? "default" : "filled"} onClick={onTry}>
            {status === "none" ? t("Try with KSh 1") : t("Try again")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export function Suspension({ one }: { one: PaymentSwitch }) {
  if (one.suspendedAt === null) return null;
  return (
    <Alert color="red" variant="light" title={t("This switch has suspended itself")}>
      <Text size="sm">
        {t("Its account refused three payments in a row. All payments go direct since")}{" "}
        <When iso={one.suspendedAt} />.
      </Text>
      {one.suspendedFor ? (
        <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
          {one.suspendedFor}
        </Text>
      ) : null}
      <Text size="sm" mt={4}>
        {t("Try the account again, then resume.")}
      </Text>
    </Alert>
  );
}

/** Sends KSh 1 to this account by the route that payments will take. */
export function TryAccount({ one, onClose }: { one: PaymentSwitch; onClose: () => void }) {
  const verification = useAct("trySwitchAccount", rereads);
  const account = accountOf(one);
  return (
    <VerificationPayment
      title={t("Try {account} with KSh 1", { account })}
      warning={t("One real shilling is taken from this phone and paid to {account}.", { account })}
      note={t("The prompt on the phone names who receives it. Remember that name: you type it next.")}
      next={t("Read who receives the KSh 1 before you enter your PIN.")}
      failure={t("Trial Failed")}
      send={(phoneNumber, key) =>
        verification.mutateAsync({ params: { id: one.id }, body: { phoneNumber }, key })
      }
      onClose={onClose}
    />
  );
}
