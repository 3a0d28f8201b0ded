import { Alert, Group, Select, Stack } from "@mantine/core";
import type { OwnBridge } from "#contract/bridges";
import type { AssignedRouter } from "#contract/routers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { toastSuccess } from "../../console/toast.tsx";
import { polled, useAct, useRead } from "../api.ts";

type Props = { router: AssignedRouter; onInstall: () => void; onClose: () => void };

/** Of a router that comes in by a tunnel: the platform, or a bridge of the provider's own at the site. */
export function WhoRuns(props: Props) {
  const { router, onInstall, onClose } = props;
  const bridges = useRead("listBridges", {}, polled(30_000));
  const title = t("Who runs {name}", { name: router.name });
  if (bridges.data && bridges.data.length > 0) return <Choice {...props} bridges={bridges.data} />;
  return (
    <Window title={title} onClose={onClose}>
      {bridges.data ? (
        <Stack>
          <Hint>
            {t("The platform runs {name} through its tunnel.", { name: router.name })}{" "}
            {t("A bridge at its site can run it instead: install one there first.")}
          </Hint>
          <Group justify="flex-end">
            <Button onClick={onInstall}>{t("Install a bridge")}</Button>
          </Group>
        </Stack>
      ) : bridges.isError ? (
        <Alert color="red" variant="light" role="alert">
          {t("Failed to load bridges.")}
        </Alert>
      ) : (
        <LoadingRows rows={1} height={92} label={t("Loading bridges …")} />
      )}
    </Window>
  );
}

function Choice({ router, bridges, onClose }: Props & { bridges: readonly OwnBridge[] }) {
  const { name } = router;
  const runs = bridges.find(({ id }) => id === router.bridgeId);
  const usual = bridges.find(({ isOnline }) => isOnline) ?? bridges[0];
  const change = useAct("chooseRouterBridge", ["/api/admin/routers", "/api/admin/bridges"]);
  const { form, modal } = useCallForm({
    initialValues: { bridgeId: usual?.id ?? "" },
    body: ({ bridgeId }) => ({ bridgeId: runs ? null : bridgeId }),
    send: (body) => change.mutateAsync({ params: { id: router.id }, body }),
    failure: { text: t("Failed to change the router") },
    onDone: ({ message }) => {
      toastSuccess(t("{name} changed", { name }), message);
      onClose();
    },
  });
  return (
    <FormModal
      title={t("Who runs {name}", { name })}
      onClose={onClose}
      {...modal}
      action={runs ? t("Give it back to the platform") : t("Let this bridge run it")}
      busyAction={runs ? t("Giving it back …") : t("Looking for the router …")}
    >
      {runs ? (
        <Hint>
          {t("{bridge} runs {name}.", { bridge: runs.name, name })}{" "}
          {t("Its tunnel stays up: the platform can run it again, also while the bridge is off.")}
        </Hint>
      ) : (
        <>
          <Hint>
            {t("The platform runs {name} through its tunnel.", { name })}{" "}
            {t(
              "A bridge in one of the router's own networks can run it instead. No line is pasted again, and nobody is put off.",
            )}
          </Hint>
          <Select
            label={t("Bridge at the site")}
            data={bridges.map((bridge) => ({
              value: bridge.id,
              label: bridge.isOnline ? bridge.name : t("{name} (offline)", { name: bridge.name }),
            }))}
            allowDeselect={false}
            {...form.getInputProps("bridgeId")}
          />
        </>
      )}
    </FormModal>
  );
}
