import { ActionIcon, Menu } from "@mantine/core";
import { IconDotsVertical, IconDownload, IconFileUpload, IconPlus, IconWifiOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { IconButton } from "../../console/icon-button.tsx";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useIsWide } from "../../console/media.ts";
import { may } from "../api.ts";
import { addresses } from "../navigation.ts";
import { useVoucherExport } from "./export-vouchers.ts";

/** What the page of vouchers begins; what is seldom done stands behind a menu. */
export function VoucherActions(props: {
  wanted: Record<string, string>;
  onGenerate: () => void;
  onAssign: () => void;
}) {
  const { wanted, onGenerate, onAssign } = props;
  const wide = useIsWide();
  const exporting = useVoucherExport(wanted);
  if (wide)
    return (
      <>
        {may("noteExport") ? (
          <SecondaryButton icon={IconDownload} busy={exporting.busy} onClick={exporting.run}>
            {exporting.text}
          </SecondaryButton>
        ) : null}
        <Button icon={IconPlus} onClick={onGenerate}>
          {t("Generate Vouchers")}
        </Button>
        {may("assignOfflineVouchers") ? <Rest onAssign={onAssign} /> : null}
      </>
    );
  return (
    <>
      <IconButton icon={IconPlus} name={t("Generate Vouchers")} variant="filled" onClick={onGenerate} />
      {may("noteExport") ? <Rest exporting={exporting} onAssign={onAssign} /> : null}
    </>
  );
}

function Rest(props: { exporting?: ReturnType<typeof useVoucherExport>; onAssign: () => void }) {
  const { exporting, onAssign } = props;
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon color="gray" aria-label={t("More actions")}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {exporting ? (
          <Menu.Item
            mih={44}
            // It tells how far it is.
            closeMenuOnClick={false}
            disabled={exporting.busy}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={exporting.run}
          >
            {exporting.text}
          </Menu.Item>
        ) : null}
        {may("listImports") ? (
          <Menu.Item
            mih={44}
            component={Link}
            to={addresses.imports}
            leftSection={<IconFileUpload size={18} aria-hidden />}
          >
            {t("Import")}
          </Menu.Item>
        ) : null}
        <Menu.Item mih={44} leftSection={<IconWifiOff size={18} aria-hidden />} onClick={onAssign}>
          {t("Without internet")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
