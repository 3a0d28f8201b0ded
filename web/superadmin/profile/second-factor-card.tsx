import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { SecondFactor } from "#contract/second-factor";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TurnOff } from "./turn-off.tsx";
import { TurnOn } from "./turn-on.tsx";

/** Fewer left than this, and it is time for new ones. */
const few = 3;

export function SecondFactorCard({ factor }: { factor: SecondFactor }): ReactElement {
  const [open, setOpen] = useState<"on" | "off" | null>(null);
  /** Shown until they are put away: nobody can see them again. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { isOn, recoveryCodes: left } = factor;
  const close = () => setOpen(null);
  return (
    <Card component="section" aria-labelledby="second-factor">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="second-factor">
            {t("Second factor")}
          </Title>
          <StatusMark tone={isOn ? "good" : "off"} word={isOn ? t("On") : t("Off")} />
        </Group>
        <Text size="sm" c="dimmed">
          {isOn
            ? t("Signing in asks for a code of your authenticator app beside the password.")
            : t(
                "Whoever learns your password can sign in. With an authenticator app they also need your phone.",
              )}
        </Text>
        {isOn ? (
          <Text size="sm">
            {t("{count, plural, one {# recovery code is left} other {# recovery codes are left}}", {
              count: left,
            })}
          </Text>
        ) : null}
        {isOn && left < few && !codes ? (
          <Alert color="yellow" variant="light">
            {t("For new recovery codes, turn the second factor off and on again.")}
          </Alert>
        ) : null}
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
        <Group>
          {isOn ? (
            <Button variant="light" color="red" onClick={() => setOpen("off")}>
              {t("Turn the second factor off")}
            </Button>
          ) : (
            <Button onClick={() => setOpen("on")}>{t("Turn the second factor on")}</Button>
          )}
        </Group>
      </Stack>
      <TurnOn opened={open === "on"} onClose={close} onCodes={setCodes} />
      <TurnOff opened={open === "off"} onClose={close} onDone={() => setCodes(null)} />
    </Card>
  );
}
