import { Group, Stack, Text, Textarea } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import type { DifferenceGroup } from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { dateTime, kes } from "../../console/format.ts";
import { Hint, PlainList, SecondaryButton, Warning, When } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useList, useRead } from "../api.ts";
import { gatewaysAddress, TextLink } from "../links.tsx";
import { addresses } from "../navigation.ts";
import { formatKind, whose } from "./format-difference.ts";
import { reconciliationReads } from "./resolve-dialog.tsx";

/** Open differences by what made them: kind, provider and account. */
export function DifferenceGroups({ onShow }: { onShow: (group: DifferenceGroup) => void }) {
  const groups = useRead("listDifferenceGroups", {}, polled(30_000));
  const [closed, close] = useState<DifferenceGroup | null>(null);
  return (
    <>
      <Loaded
        query={groups}
        loading={<LoadingRows rows={3} height={120} label={t("Loading …")} />}
        failed={{
          title: t("Error Loading Reconciliation"),
          text: t("Failed to load what does not agree. Please check your connection and try again."),
        }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <NothingDiffers />
          ) : (
            <PlainList gap="lg" aria-label={t("Differences by cause")}>
              {rows.map((group) => (
                <Cause
                  key={`${group.kind} ${group.providerId} ${group.account}`}
                  group={group}
                  onShow={onShow}
                  onResolve={close}
                />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      {closed ? <ResolveAll group={closed} onClose={() => close(null)} /> : null}
    </>
  );
}

/** Before the first night nothing was compared. */
export function NothingDiffers() {
  const nights = useList("listRuns", { query: { page: 1, pageSize: 1 } }).data;
  return (
    <Empty
      icon={<IconCircleCheck size={28} aria-hidden />}
      title={nights?.total === 0 ? t("No night was compared yet") : t("Everything agrees")}
      text={t("Books, gateways and payments are compared every night at 02:30.")}
    />
  );
}

function Cause(props: {
  group: DifferenceGroup;
  onShow: (group: DifferenceGroup) => void;
  onResolve: (group: DifferenceGroup) => void;
}) {
  const { group, onShow, onResolve } = props;
  const { kind, providerId, account, count, since, until, asked, reported } = group;
  const { name, means, act } = formatKind(kind);
  const who = whose(group);
  return (
    <li>
      <Stack gap={4} style={{ overflowWrap: "anywhere" }}>
        <Text fw={600}>
          {name} · {t("{count, plural, one {# difference} other {# differences}}", { count })}
        </Text>
        <Text size="sm">
          {providerId === platformBooks ? who : <TextLink to={gatewaysAddress(providerId)}>{who}</TextLink>}
          {account === "" ? null : (
            <>
              {" · "}
              {providerId === platformBooks ? (
                <TextLink to={addresses.paymentSwitch}>{t("Account {account}", { account })}</TextLink>
              ) : (
                t("Account {account}", { account })
              )}
            </>
          )}
          {asked === null ? null : ` · ${t("Asked: {amount}", { amount: kes(asked) })}`}
          {reported === null ? null : ` · ${t("Reported: {amount}", { amount: kes(reported) })}`}
        </Text>
        <Hint>
          <When iso={since} />
          {dateTime(since, language()) === dateTime(until, language()) ? null : (
            <>
              {" – "}
              <When iso={until} />
            </>
          )}
        </Hint>
        <Hint>
          {means} {act}
        </Hint>
        <Group gap="xs" mt={4}>
          <SecondaryButton
            size="sm"
            mih={44}
            aria-label={t("Show each: {what} of {name}", { what: name, name: who })}
            onClick={() => onShow(group)}
          >
            {t("Show each")}
          </SecondaryButton>
          {kind === "dead-letter" ? null : (
            <SecondaryButton
              size="sm"
              mih={44}
              aria-label={t("Resolve all ({count}): {what} of {name}", { count, what: name, name: who })}
              onClick={() => onResolve(group)}
            >
              {t("Resolve all ({count})", { count })}
            </SecondaryButton>
          )}
        </Group>
      </Stack>
    </li>
  );
}

/** One note for all of them; those that came about since the list was read stay open. */
function ResolveAll({ group, onClose }: { group: DifferenceGroup; onClose: () => void }) {
  const { kind, providerId, account, until, count } = group;
  const resolve = useAct("resolveDifferences", reconciliationReads);
  const { form, modal } = useCallForm({
    initialValues: { note: "" },
    body: ({ note }) => ({ kind, providerId, account, until, note: note.trim() }),
    send: (body) => resolve.mutateAsync({ body }),
    failure: { text: t("Failed to resolve this. Please try again.") },
    onDone: ({ message, left }) => {
      toastSuccess(t("Resolved"), message);
      if (left === 0) onClose();
    },
  });
  return (
    <FormModal
      onClose={onClose}
      title={t("Resolve all: {what}", { what: formatKind(kind).name })}
      {...modal}
      action={t("Resolve all ({count})", { count })}
      busyAction={t("Resolving...")}
    >
      <Text fw={600}>{whose(group)}</Text>
      <Warning>
        {formatKind(kind).act} {t("Resolving moves no money by itself.")}
      </Warning>
      <Textarea
        label={t("What was done")}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps("note")}
      />
    </FormModal>
  );
}
