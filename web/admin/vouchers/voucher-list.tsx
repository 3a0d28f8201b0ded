import { ActionIcon, Code, Group, Menu, Tooltip } from "@mantine/core";
import { IconBan, IconDotsVertical, IconPrinter, IconShare2 } from "@tabler/icons-react";
import { Fragment, type ReactElement } from "react";
import type { Voucher } from "#contract/vouchers";
import { CopyButton } from "../../console/copy-button.tsx";
import { DataList, type DataListProps } from "../../console/data-list.tsx";
import { StatusMark, TwoLines, When } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { RowCard } from "../../console/row-card.tsx";
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
        {
          key: "plan",
          title: t("Plan"),
          render: (voucher) => <TwoLines strong first={planName(voucher)} second={voucherTerms(voucher)} />,
        },
        { key: "status", title: t("Status"), render: (voucher) => <Standing voucher={voucher} /> },
        {
          key: "usedAt",
          title: t("Used At"),
          render: ({ usedAt, usedBy }) => <TwoLines first={<When iso={usedAt} />} second={usedBy ?? ""} />,
        },
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
        <RowCard
          title={<CodeText code={voucher.code} />}
          facts={[
            <Fragment key="status">
              <Standing voucher={voucher} />{" "}
              {[planName(voucher), voucherTerms(voucher)].filter(Boolean).join(" · ")}
            </Fragment>,
            voucher.isUsed ? (
              <>
                {t("Used At")}: <UsedAt voucher={voucher} />
              </>
            ) : (
              <>
                {t("Expires")}: <When iso={voucher.expiresAt} otherwise={t("Never")} /> · {t("Created")}:{" "}
                <When iso={voucher.createdAt} relative />
              </>
            ),
          ]}
          aside={<CardActions voucher={voucher} acts={acts} />}
        />
      )}
    />
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
    <StatusMark
      isSmall
      {...statusMark(status)}
      {...(isOffline ? { word: `${statusMark(status).word} · ${t("kept at a router")}` } : {})}
    />
  );
}

function UsedAt({ voucher }: { voucher: Voucher }) {
  return (
    <>
      <When iso={voucher.usedAt} />
      {voucher.usedBy ? ` · ${voucher.usedBy}` : ""}
    </>
  );
}

/** On a phone a menu holds most of what a row of a table shows. */
function CardActions({ voucher, acts }: { voucher: Voucher; acts: VoucherActs }) {
  const { code, status } = voucher;
  const sell = status === "active";
  const item = (name: string, icon: ReactElement, onClick: () => void, color?: string) => (
    <Menu.Item mih={44} leftSection={icon} onClick={onClick} {...(color ? { color } : {})}>
      {name}
    </Menu.Item>
  );
  const copy = <CopyButton text={code} name={t("Copy {code}", { code })} />;
  if (!isUnused(voucher)) return copy;
  return (
    <Group gap={0} wrap="nowrap">
      {copy}
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <ActionIcon color="gray" aria-label={t("More for {who}", { who: code })}>
            <IconDotsVertical size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {sell ? item(t("Share"), <IconShare2 size={18} aria-hidden />, () => acts.share(voucher)) : null}
          {sell ? item(t("Print"), <IconPrinter size={18} aria-hidden />, () => acts.print(voucher)) : null}
          {item(t("Revoke voucher"), <IconBan size={18} aria-hidden />, () => acts.revoke(voucher), "red")}
        </Menu.Dropdown>
      </Menu>
    </Group>
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
