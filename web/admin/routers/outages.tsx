import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Outage } from "#contract/outages";
import type { AssignedRouter } from "#contract/routers";
import { confirmAction } from "../../console/confirm-action.tsx";
import { clock, dateTime } from "../../console/format.ts";
import { Button, Hint, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { may, useAct } from "../api.ts";
import { isUndecided, outageLength, outagesAnchor, routerOf, useOutages } from "./outages-read.ts";

/** What buyers lost while a router was away, and the two ways to decide about it. Nothing where there was no outage. */
export function Outages({ routers }: { routers: readonly AssignedRouter[] }) {
  const outages = useOutages().data ?? [];
  if (outages.length === 0) return null;
  return (
    <Card component="section" aria-labelledby={outagesAnchor}>
      <Title order={2} size="h4" id={outagesAnchor}>
        {t("Outages of the last 7 days")}
      </Title>
      <Hint mb="sm">
        {t(
          "What your buyers lost can be given back: their time then ends so much later. Nothing is charged. Where only the bridge's connection was away, they may have been online.",
        )}
      </Hint>
      <PlainList gap="md">
        {outages.map((outage) => (
          <OutageRow key={outage.id} outage={outage} name={routerOf(outage, routers)} />
        ))}
      </PlainList>
    </Card>
  );
}

function OutageRow({ outage, name }: { outage: Outage; name: string }) {
  const settle = useAct("settleOutage", ["/api/admin/outages", "/api/admin/users", "/api/admin/stats"]);
  const { id, purchases, beganAt, endedAt } = outage;
  const decide = (giveBack: boolean) =>
    settle
      .mutateAsync({ params: { id }, body: { giveBack } })
      .then(({ message }) => toastSuccess(t("Outage settled"), message))
      .catch(toastFailure(t("Error"), t("Nothing was changed")));
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} style={{ flex: "1 1 220px" }}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="sm">
            {t("{from} to {until}, {length}", {
              from: dateTime(beganAt, language()),
              until: clock(endedAt, language()),
              length: outageLength(outage),
            })}
          </Text>
          <Hint>{outcome(outage)}</Hint>
        </Stack>
        {isUndecided(outage) && may("settleOutage") ? (
          <Group gap="xs">
            <SecondaryButton
              disabled={settle.isPending}
              onClick={() =>
                confirmAction({
                  title: t("Leave it as it is?"),
                  text: t(
                    "{count, plural, one {# buyer gets} other {# buyers get}} nothing back for this outage.",
                    {
                      count: purchases,
                    },
                  ),
                  action: t("Leave it"),
                  onYes: () => decide(false),
                })
              }
            >
              {t("Leave it")}
            </SecondaryButton>
            <Button loading={settle.isPending} onClick={() => decide(true)}>
              {t("Give the time back")}
            </Button>
          </Group>
        ) : null}
      </Group>
    </li>
  );
}

function outcome({ settled, purchases }: Outage): string {
  if (settled === null)
    return purchases === 0
      ? t("No buyer lost time.")
      : t("{count, plural, one {# buyer lost time.} other {# buyers lost time.}}", { count: purchases });
  return settled.purchases === 0
    ? t("Left as it is.")
    : t("{count, plural, one {# buyer was given it back.} other {# buyers were given it back.}}", {
        count: settled.purchases,
      });
}
