import { ActionIcon, Box, Group, Text, Tooltip } from "@mantine/core";
import { IconBan, IconPrinter, IconShare2 } from "@tabler/icons-react";
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { Voucher } from "#contract/vouchers";
import { CopyButton } from "../../console/copy-button.tsx";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { Sheet } from "../../console/form-modal.tsx";
import { StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { RowCard } from "../../console/row-card.tsx";
import { may } from "../api.ts";
import { isUnused, nameAndTerms, planName, statusMark, voucherTerms } from "./format-voucher.ts";
import { CodeText, Standing, type VoucherActs } from "./voucher-marks.tsx";

const VoucherDetails = lazy(async () => ({
  default: (await import("./voucher-details.tsx")).VoucherDetails,
}));

type ListProps = Pick<DataListProps<Voucher>, "rows" | "page" | "busy"> & {
  chosen: readonly Voucher[];
  choose: (vouchers: Voucher[]) => void;
  acts: VoucherActs;
};

export function VoucherList({ chosen, choose, acts, ...props }: ListProps) {
  const [opened, open] = useState<Voucher | null>(null);
  // Read again, it may stand otherwise.
  const shown = opened && (props.rows.find(({ id }) => id === opened.id) ?? opened);
  const list = (
    <DataList
      {...props}
      rowKey={({ id }) => id}
      label={t("Vouchers")}
      selection={{ chosen, choose, name: ({ code }) => code }}
      columns={[
        { key: "code", title: t("Code"), render: ({ code }) => <CodeText code={code} /> },
        {
          key: "plan",
          title: t("Plan"),
          render: (voucher) => (
            <Box maw={190} title={voucherTerms(voucher)}>
              <TwoLines strong first={planName(voucher)} second={voucherTerms(voucher)} />
            </Box>
          ),
        },
        {
          key: "status",
          title: t("Status"),
          render: ({ status, isOffline }) => (
            <TwoLines
              first={<StatusMark {...statusMark(status)} isPlain />}
              second={isOffline ? t("kept at a router") : ""}
            />
          ),
        },
        {
          key: "usedAt",
          title: t("Used At"),
          render: ({ usedAt, usedBy }) => (
            <TwoLines first={<When iso={usedAt} short />} second={usedBy ?? ""} />
          ),
        },
        {
          key: "expires",
          title: t("Expires"),
          render: ({ expiresAt }) => (
            <Text component="div" size="sm" lh="19px">
              <When iso={expiresAt} otherwise={t("Never")} short />
            </Text>
          ),
        },
        {
          key: "created",
          title: t("Created"),
          render: ({ createdAt }) => (
            <Text component="div" size="sm" lh="19px">
              <When iso={createdAt} short />
            </Text>
          ),
        },
        {
          key: "actions",
          title: t("Actions"),
          right: true,
          width: 160,
          render: (voucher) => <Actions voucher={voucher} acts={acts} />,
        },
      ]}
      card={(voucher) => (
        <RowCard
          title={<CodeText code={voucher.code} />}
          right={<Standing voucher={voucher} />}
          below={<Lately voucher={voucher} />}
          facts={[[...nameAndTerms(voucher), voucher.usedBy].filter(Boolean).join(" · ")]}
          onOpen={() => open(voucher)}
        />
      )}
    />
  );
  return (
    <>
      {list}
      <Sheet
        opened={opened !== null}
        onClose={() => open(null)}
        title={shown ? t("Voucher {code}", { code: shown.code }) : ""}
      >
        <Suspense fallback={<LoadingRows rows={4} label={t("Loading …")} />}>
          {shown ? <VoucherDetails voucher={shown} acts={acts} /> : null}
        </Suspense>
      </Sheet>
    </>
  );
}

/** What happened to it last, or until when it can be used. */
function Lately({ voucher: { usedAt, expiresAt, createdAt } }: { voucher: Voucher }) {
  if (usedAt) return <When iso={usedAt} relative />;
  return expiresAt ? (
    <>
      {t("Expires")} <When iso={expiresAt} short />
    </>
  ) : (
    <When iso={createdAt} relative />
  );
}

function Actions({ voucher, acts }: { voucher: Voucher; acts: VoucherActs }) {
  const { code } = voucher;
  const sell = voucher.status === "active";
  const button = (name: string, icon: ReactElement, onClick: () => void, color?: string) => (
    <Tooltip label={name}>
      <ActionIcon size={36} aria-label={name} onClick={onClick} {...(color ? { color } : {})}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <CopyButton size={36} text={code} name={t("Copy {code}", { code })} />
      {sell
        ? button(t("Share {code}", { code }), <IconShare2 size={20} aria-hidden />, () => acts.share(voucher))
        : null}
      {sell
        ? button(t("Print {code}", { code }), <IconPrinter size={20} aria-hidden />, () =>
            acts.print(voucher),
          )
        : null}
      {isUnused(voucher) && may("revokeVouchers")
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
