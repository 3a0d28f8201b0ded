import { ActionIcon, Code, Group, Stack, Text, Tooltip } from "@mantine/core";
import { IconBan, IconPrinter, IconShare2 } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { Voucher } from "#contract/vouchers";
import { CopyButton } from "../../console/copy-button.tsx";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { Hint, StatusMark, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isUnused, planName, statusMark, voucherTerms } from "./format-voucher.ts";

export type VoucherActs = {
  share: (voucher: Voucher) => void;
  print: (voucher: Voucher) => void;
  revoke: (voucher: Voucher) => void;
};

type ListProps = Pick<DataListProps<Voucher>, "rows" | "page" | "busy"> & {
  chosen: readonly Voucher[];
  choose: (vouchers: Voucher[]) => void;
  acts: VoucherActs;
};

export function VoucherList({ chosen, choose, acts, ...props }: ListProps) {
  return (
    <DataList
      {...props}
      rowKey={({ id }) => id}
      label={t("Vouchers")}
      selection={{ chosen, choose, name: ({ code }) => code }}
      columns={[
        { key: "code", title: t("Code"), render: ({ code }) => <CodeText code={code} /> },
        { key: "plan", title: t("Plan"), render: (voucher) => <PlanLines voucher={voucher} /> },
        { key: "status", title: t("Status"), render: (voucher) => <Standing voucher={voucher} /> },
        { key: "usedAt", title: t("Used At"), render: (voucher) => <UsedAt voucher={voucher} /> },
        {
          key: "expires",
          title: t("Expires"),
          render: ({ expiresAt }) => <When iso={expiresAt} otherwise={t("Never")} />,
        },
        { key: "created", title: t("Created"), render: ({ createdAt }) => <When iso={createdAt} /> },
        {
          key: "actions",
          title: t("Actions"),
          right: true,
          width: 212,
          render: (voucher) => <Actions voucher={voucher} acts={acts} />,
        },
      ]}
      card={(voucher) => (
        <Stack gap={4}>
          <Group justify="space-between" gap="xs">
            <CodeText code={voucher.code} />
            <Standing voucher={voucher} />
          </Group>
          <PlanLines voucher={voucher} />
          {voucher.isUsed ? (
            <Text size="sm" component="div">
              {t("Used At")}: <UsedAt voucher={voucher} />
            </Text>
          ) : null}
          <Text size="sm" component="div">
            {t("Expires")}: <When iso={voucher.expiresAt} otherwise={t("Never")} />
          </Text>
          <Hint component="div">
            {t("Created")}: <When iso={voucher.createdAt} />
          </Hint>
          <Actions voucher={voucher} acts={acts} />
        </Stack>
      )}
    />
  );
}

function PlanLines({ voucher }: { voucher: Voucher }) {
  return (
    <>
      <Text size="sm" fw={500}>
        {planName(voucher)}
      </Text>
      <Hint size="xs">{voucherTerms(voucher)}</Hint>
    </>
  );
}

function CodeText({ code }: { code: string }) {
  return (
    <Code fz="md" style={{ whiteSpace: "nowrap" }}>
      {code}
    </Code>
  );
}

function Standing({ voucher: { status, isOffline } }: { voucher: Voucher }) {
  return (
    <>
      <StatusMark {...statusMark(status)} />
      {isOffline ? (
        <Text size="xs" c="dimmed">
          {t("kept at a router")}
        </Text>
      ) : null}
    </>
  );
}

function UsedAt({ voucher }: { voucher: Voucher }) {
  return (
    <>
      <When iso={voucher.usedAt} />
      {voucher.usedBy ? (
        <Text size="xs" c="dimmed">
          {voucher.usedBy}
        </Text>
      ) : null}
    </>
  );
}

function Actions({ voucher, acts }: { voucher: Voucher; acts: VoucherActs }) {
  const { code } = voucher;
  const sell = voucher.status === "active";
  const button = (name: string, icon: ReactElement, onClick: () => void, color?: string) => (
    <Tooltip label={name}>
      <ActionIcon aria-label={name} onClick={onClick} {...(color ? { color } : {})}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <CopyButton text={code} name={t("Copy {code}", { code })} />
      {sell
        ? button(t("Share {code}", { code }), <IconShare2 size={20} aria-hidden />, () => acts.share(voucher))
        : null}
      {sell
        ? button(t("Print {code}", { code }), <IconPrinter size={20} aria-hidden />, () =>
            acts.print(voucher),
          )
        : null}
      {isUnused(voucher)
        ? button(
            t("Revoke {code}", { code }),
            <IconBan size={20} aria-hidden />,
            () => acts.revoke(voucher),
            "red",
          )
        : null}
    </Group>
  );
}
