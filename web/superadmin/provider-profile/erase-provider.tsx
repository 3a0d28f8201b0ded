import { Card, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconAlertTriangle, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import type { Provider } from "#contract/providers";
import { FormModal } from "../../console/form-modal.tsx";
import { Button, Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { addresses } from "../navigation.ts";

/** Removes the provider for ever (docs/behaviour/operator-console.md, OC-37b). */
export function EraseProvider({ provider }: { provider: Provider }) {
  const [asking, setAsking] = useState(false);
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <Stack>
        <Title order={2} size="h4" id={heading}>
          {t("Erase this provider")}
        </Title>
        <Hint>
          {provider.status === "suspended"
            ? t("Its data, admins and sites are removed for ever. Invoices and sums without names stay.")
            : t("Only a suspended provider can be erased.")}
        </Hint>
        <Group>
          <Button
            color="red"
            variant="light"
            icon={IconTrash}
            disabled={provider.status !== "suspended"}
            onClick={() => setAsking(true)}
          >
            {t("Erase provider")}
          </Button>
        </Group>
      </Stack>
      {asking ? <EraseDialog provider={provider} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
}

function EraseDialog(props: { provider: Provider; onClose: () => void }) {
  const { id, businessName } = props.provider;
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const erase = useAct("eraseProvider", ["/api/superadmin/providers", "/api/superadmin/stats"]);
  const erasing = useSubmit(erase, { title: t("Not Erased"), text: t("Failed to erase the provider.") });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    erasing.send({ params: { id }, body: { name: typed } }, ({ message }) => {
      toastSuccess(t("Provider Erased"), message);
      void navigate(addresses.providers);
    });
  };
  return (
    <FormModal
      onClose={props.onClose}
      title={t("Erase {name}?", { name: businessName })}
      onSubmit={submit}
      busy={erase.isPending}
      error={erasing.error}
      action={t("Erase for ever")}
      busyAction={t("Erasing...")}
      isDangerous
      disabled={typed.trim() !== businessName.trim()}
    >
      <Warning icon={<IconAlertTriangle aria-hidden />} title={t("Nothing brings it back")}>
        <Text size="sm">
          {t(
            "Download its data first. Vouchers that were sold and not used are lost; what is owed between you is settled outside.",
          )}
        </Text>
      </Warning>
      <TextInput
        label={t("Type the name {name} to confirm", { name: businessName })}
        autoComplete="off"
        autoCapitalize="none"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormModal>
  );
}
