import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import type { PaymentSwitch } from "#contract/switch";
import { When } from "../../console/cells.tsx";
import { siteSentence, t } from "../../console/language.ts";
import { accountOf } from "./switch-reading.ts";

/** Whether this account may take money, and the next step towards it. */
export function AccountTrial(props: {
  one: PaymentSwitch;
  onTry: () => void;
  onName: () => void;
}): ReactElement {
  const { one, onTry, onName } = props;
  const { status, isTried, at, payee, fault } = one.trial;
  if (status === "named")
    return (
      <Group gap="xs" justify="space-between">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t("Tried with KES 1, received by {payee}:", { payee: payee ?? "" })} <When iso={at} />
        </Text>
        <Button variant="subtle" onClick={onTry}>
          {t("Try again")}
        </Button>
      </Group>
    );
  const words = {
    none: t("Before it takes visitors' money, KES 1 has to reach {account}.", { account: accountOf(one) }),
    pending: t("KES 1 is on its way: read who receives it, then enter your PIN on the phone."),
    failed: t("KES 1 did not arrive: {why}", { why: siteSentence(fault ?? "") }),
    paid: t("KES 1 has arrived. Type who received it, as the prompt named them."),
  };
  const colors = { none: "yellow", pending: "blue", failed: "red", paid: "blue" };
  return (
    <Alert color={colors[status]} variant="light" title={isTried ? undefined : t("Account not tried yet")}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
          {words[status]}
        </Text>
        {status === "paid" ? (
          <Button onClick={onName}>{t("Name the payee")}</Button>
        ) : (
          <Button variant={status === "pending" ? "default" : "filled"} onClick={onTry}>
            {status === "none" ? t("Try with KES 1") : t("Try again")}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Why a switch stopped by itself, and how it goes on. */
export function Suspension({ one }: { one: PaymentSwitch }): ReactElement | null {
  if (one.suspendedAt === null) return null;
  return (
    <Alert color="red" variant="light" title={t("This switch has suspended itself")}>
      <Text size="sm">
        {t("Its account refused three payments in a row. All payments go direct since")}{" "}
        <When iso={one.suspendedAt} />.
      </Text>
      {one.suspendedFor ? (
        <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
          {siteSentence(one.suspendedFor)}
        </Text>
      ) : null}
      <Text size="sm" mt={4}>
        {t("Try the account again, then resume.")}
      </Text>
    </Alert>
  );
}
