import { Checkbox, Stack, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Difference } from "#contract/reconciliation";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { factsOf, formatKind, whose } from "./format-difference.ts";

export const reconciliationReads = ["/api/superadmin/reconciliation"];

/** Closing a difference moves no money: it notes what a person did about it. */
export function ResolveDialog(props: { difference: Difference; onClose: () => void }) {
  const { difference, onClose } = props;
  const { id, providerId, provider, kind } = difference;
  const resolve = useAct("resolveDifference", reconciliationReads);
  const form = useForm({
    initialValues: { note: "", credit: false },
    validate: { note: (note) => (note.trim().length < 3 ? t("Say what was done") : null) },
  });
  const { name, means, act } = formatKind(kind);
  const facts = factsOf(difference);
  const { cents } = difference.detail;
  const amount = kind === "double" && typeof cents === "number" ? kes(cents / 100) : null;
  return (
    <FormModal
      onClose={onClose}
      title={t("Resolve: {what}", { what: name })}
      busy={resolve.isPending}
      error={
        resolve.isError ? errorText(resolve.error, t("Failed to resolve this. Please try again.")) : null
      }
      action={t("Resolve")}
      busyAction={t("Resolving...")}
      onSubmit={form.onSubmit(({ note, credit }) =>
        resolve.mutate(
          { params: { providerId, id }, body: { note, ...(credit ? { credit } : {}) } },
          {
            onSuccess: ({ message }) => {
              toastSuccess(t("Resolved"), message);
              onClose();
            },
          },
        ),
      )}
    >
      <Stack gap="xs">
        <Text fw={600}>{whose(difference)}</Text>
        {facts ? <Text style={{ overflowWrap: "anywhere" }}>{facts}</Text> : null}
        <Text size="sm">{means}</Text>
        <Warning>
          {act} {t("Resolving moves no money by itself.")}
        </Warning>
      </Stack>
      {amount === null ? null : (
        <Checkbox
          label={t("{amount} stays with {provider} as the payer's credit", { amount, provider })}
          description={t("It is written into the books. Leave it out where the money was given back.")}
          {...form.getInputProps("credit", { type: "checkbox" })}
        />
      )}
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
