import { Button, Group, Modal, Stack } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconRefresh, IconServerCog } from "@tabler/icons-react";
import { useState } from "react";
import type { VpnFile } from "#contract/openvpn";
import { confirmAction } from "../../console/confirm-action.tsx";
import { saveFile } from "../../console/csv.ts";
import { Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useIsPhone } from "../../console/media.ts";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, useAct } from "../api.ts";
import { ShownText } from "./shown-text.tsx";
import { tarOf } from "./tar.ts";

type Made = { archive: string; files: VpnFile[]; guide: string; withKeys: boolean };

export function HostFiles() {
  const [made, setMade] = useState<Made | null>(null);
  const [reading, setReading] = useState(false);
  const make = useAct("makeServerFiles", ["/api/superadmin/openvpn"]);
  const fault = toastFailure(t("Error"), t("Failed to make the files"));
  const makeAll = () =>
    void make
      .mutateAsync({})
      .then((answer) => setMade({ ...answer, archive: "mlango-vpn-server.tar", withKeys: true }), fault);
  const askAll = () =>
    confirmAction({
      title: t("Make new server files?"),
      text: t(
        "New keys for the OpenVPN server, shown once. A server that runs with former ones goes on working, and no router needs anything new.",
      ),
      action: t("Make server files"),
      onYes: makeAll,
    });
  const readChanges = () => {
    setReading(true);
    callApi("vpnClientFiles")
      .then((answer) => setMade({ ...answer, archive: "mlango-vpn-clients.tar", withKeys: false }), fault)
      .finally(() => setReading(false));
  };
  return (
    <Group gap="xs">
      <SecondaryButton
        mih={44}
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={reading}
        onClick={readChanges}
      >
        {t("Files for a running host")}
      </SecondaryButton>
      <SecondaryButton
        mih={44}
        leftSection={<IconServerCog size={18} aria-hidden />}
        loading={make.isPending}
        onClick={askAll}
      >
        {t("Make server files")}
      </SecondaryButton>
      {made ? <Show made={made} onClose={() => setMade(null)} /> : null}
    </Group>
  );
}

function Show({ made, onClose }: { made: Made; onClose: () => void }) {
  const phone = useIsPhone();
  const { archive, files, guide, withKeys } = made;
  const save = () => {
    saveFile(archive, tarOf(files, Date.now()));
    toastSuccess(t("File Downloaded"), archive);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      fullScreen={phone}
      title={withKeys ? t("Server files") : t("Files for a running host")}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Stack>
        {withKeys ? (
          <Warning icon={<IconAlertTriangle aria-hidden />} title={t("The server's keys are shown only now")}>
            {t("They are kept nowhere. Download the archive before you close this window.")}
          </Warning>
        ) : null}
        <Button mih={44} leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
          {t("Download {name}", { name: archive })}
        </Button>
        <Hint>{t("{count, plural, one {# file} other {# files}}", { count: files.length })}</Hint>
        <ShownText title={t("What to do with it")} text={guide} />
      </Stack>
    </Modal>
  );
}
