import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconDownload, IconRefresh, IconServerCog } from "@tabler/icons-react";
import { type ReactElement, useState } from "react";
import type { VpnFile } from "#contract/openvpn";
import { confirmAction } from "../../console/confirm-action.tsx";
import { saveFile } from "../../console/csv.ts";
import { t } from "../../console/language.ts";
import { errorText, toastError, toastSuccess } from "../../console/toast.tsx";
import { callApi, useAct } from "../api.ts";
import { ShownText } from "./shown-text.tsx";
import { tarOf } from "./tar.ts";

type Made = { archive: string; files: VpnFile[]; guide: string; withKeys: boolean };

/** The two ways to bring files to the VPN host: everything, once; and what changes, again and again. */
export function HostFiles(): ReactElement {
  const [made, setMade] = useState<Made | null>(null);
  const [reading, setReading] = useState(false);
  const make = useAct("makeServerFiles", ["/api/superadmin/openvpn"]);
  const fault = (error: unknown) => toastError(t("Error"), errorText(error, t("Failed to make the files")));
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
      <Button
        variant="default"
        mih={44}
        leftSection={<IconRefresh size={18} aria-hidden />}
        loading={reading}
        onClick={readChanges}
      >
        {t("Files for a running host")}
      </Button>
      <Button
        variant="default"
        mih={44}
        leftSection={<IconServerCog size={18} aria-hidden />}
        loading={make.isPending}
        onClick={askAll}
      >
        {t("Make server files")}
      </Button>
      {made ? <Show made={made} onClose={() => setMade(null)} /> : null}
    </Group>
  );
}

function Show({ made, onClose }: { made: Made; onClose: () => void }): ReactElement {
  const phone = useMediaQuery("(max-width: 639px)", false, { getInitialValueInEffect: false });
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
      fullScreen={phone ?? false}
      title={withKeys ? t("Server files") : t("Files for a running host")}
      closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
    >
      <Stack>
        {withKeys ? (
          <Alert
            color="yellow"
            variant="light"
            icon={<IconAlertTriangle aria-hidden />}
            title={t("The server's keys are shown only now")}
          >
            {t("They are kept nowhere. Download the archive before you close this window.")}
          </Alert>
        ) : null}
        <Button mih={44} leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
          {t("Download {name}", { name: archive })}
        </Button>
        <Text size="sm" c="dimmed">
          {t("{count, plural, one {# file} other {# files}}", { count: files.length })}
        </Text>
        <ShownText title={t("What to do with it")} text={guide} />
      </Stack>
    </Modal>
  );
}
