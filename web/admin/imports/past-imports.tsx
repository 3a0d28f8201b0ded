import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { Import } from "#contract/imports";
import { confirmAction } from "../../console/confirm-action.tsx";
import { Button, Hint, PlainList, SecondaryButton, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** Nothing where nothing was ever imported. */
export function PastImports() {
  const { data: imports = [] } = useRead("listImports", {}, { staleTime: 0 });
  if (imports.length === 0) return null;
  return (
    <Stack maw={720}>
      <Title order={2} size="h4">
        {t("Imports so far")}
      </Title>
      <PlainList gap="sm" aria-label={t("Imports so far")}>
        {imports.map((one) => (
          <PastImport key={one.id} one={one} />
        ))}
      </PlainList>
    </Stack>
  );
}

function PastImport({ one }: { one: Import }) {
  const { id, fileName, vouchers, usedVouchers, devices, madeBy, createdAt, undoneAt } = one;
  const undo = useAct("undoImport", ["/api/admin/imports", "/api/admin/vouchers", "/api/admin/users"]);
  const done = (undone: number, leftAlone: number) =>
    toastSuccess(
      t("Undone"),
      leftAlone === 0
        ? t("{undone, plural, one {# row taken back} other {# rows taken back}}", { undone })
        : t("{undone} taken back. {leftAlone} stay: they were used already.", { undone, leftAlone }),
    );
  // By promise: callbacks of `mutate` are dropped when the card unmounts.
  const ask = () =>
    confirmAction({
      title: t("Undo the import of {fileName}?", { fileName }),
      text:
        usedVouchers === 0
          ? t(
              "Its vouchers stop working, and time that no device has used ends. You can import the file again.",
            )
          : t("What was used stays. The rest stops working. You can import the file again."),
      action: t("Undo the import"),
      onYes: () =>
        void undo
          .mutateAsync({ params: { id } })
          .then(({ undone, leftAlone }) => done(undone, leftAlone))
          .catch(toastFailure(t("Not undone"), t("Please try again."))),
    });
  return (
    <Card component="li" padding="sm">
      <Stack gap={4} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600}>{fileName}</Text>
          {undoneAt === null ? (
            one.isComplete ? null : (
              <StatusMark tone="wait" word={t("Not complete: choose the file again to go on")} />
            )
          ) : (
            <StatusMark tone="off" word={t("Undone")} />
          )}
        </Group>
        <Text size="sm">
          {t(
            "{vouchers, plural, one {# voucher} other {# vouchers}}, {usedVouchers} used, {devices, plural, one {# device with time} other {# devices with time}}",
            { vouchers, usedVouchers, devices },
          )}
        </Text>
        <Hint>
          {t("Made by {name}", { name: madeBy })}, <When iso={createdAt} />
        </Hint>
      </Stack>
      <Group gap="xs" mt="xs">
        {vouchers > 0 ? (
          <Button component={Link} to={`${addresses.vouchers}?batchId=${id}`} variant="subtle">
            {t("Its vouchers")}
          </Button>
        ) : null}
        {undoneAt === null ? (
          <SecondaryButton
            busy={undo.isPending}
            onClick={ask}
            aria-label={t("Undo the import of {fileName}", { fileName })}
          >
            {t("Undo")}
          </SecondaryButton>
        ) : null}
      </Group>
    </Card>
  );
}
