import { Alert, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactElement } from "react";
import type { Difference } from "#contract/reconciliation";
import { FormModal } from "../../console/form-modal.tsx";
import { t } from "../../console/language.ts";
import { reason, said } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { factsOf, kindInWords } from "./difference-words.ts";

export const reconciliationReads = ["/api/superadmin/reconciliation"];

/** Closing a difference moves no money: it notes what a person did about it. */
export function ResolveDialog(props: { difference: Difference; onClose: () => void }): ReactElement {
  const { difference, onClose } = props;
  const { id, providerId, provider, kind } = difference;
  const resolve = useAct("resolveDifference", reconciliationReads);
  const form = useForm({
    initialValues: { note: "" },
    validate: { note: (note) => (note.trim().length < 3 ? t("Say what was done") : null) },
  });
  const { name, means, act } = kindInWords(kind);
  const facts = factsOf(difference);
  return (
    <FormModal
      opened
      onClose={onClose}
      title={t("Resolve: {what}", { what: name })}
      busy={resolve.isPending}
      error={resolve.isError ? reason(resolve.error, t("Failed to resolve this. Please try again.")) : null}
      action={t("Resolve")}
      busyAction={t("Resolving...")}
      onSubmit={form.onSubmit(({ note }) =>
        resolve.mutate(
          { params: { providerId, id }, body: { note } },
          {
            onSuccess: ({ message }) => {
              said(t("Resolved"), message);
              onClose();
            },
          },
        ),
      )}
    >
      <Stack gap="xs">
        <Text fw={600}>{provider}</Text>
        {facts ? <Text style={{ overflowWrap: "anywhere" }}>{facts}</Text> : null}
        <Text size="sm">{means}</Text>
        <Alert color="yellow" variant="light">
          {act} {t("Resolving moves no money by itself.")}
        </Alert>
      </Stack>
      <Textarea
        label={t("What was done")}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps("note")}
      />
    </FormModal>
  );
}
