import { Checkbox, Stack, Text, Textarea } from "@mantine/core";
import type { Difference } from "#contract/reconciliation";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { kes } from "../../console/format.ts";
import { Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { factsOf, formatKind, whose } from "./format-difference.ts";

export const reconciliationReads = ["/api/superadmin/reconciliation"];

/** Closing a difference moves no money: it notes what a person did about it. */
export function ResolveDialog(props: { difference: Difference; onClose: () => void }) {
  const { difference, onClose } = props;
  const { id, providerId, provider, kind } = difference;
  const resolve = useAct("resolveDifference", reconciliationReads);
  const { form, modal } = useCallForm({
    initialValues: { note: "", credit: false },
    body: ({ note, credit }) => ({ note, ...(credit ? { credit } : {}) }),
    send: (body) => resolve.mutateAsync({ params: { providerId, id }, body }),
    failure: { text: t("Failed to resolve this. Please try again.") },
    onDone: ({ message }) => {
      toastSuccess(t("Resolved"), message);
      onClose();
    },
  });
  const { name, means, act } = formatKind(kind);
  const facts = factsOf(difference);
  const { cents } = difference.detail;
  const amount = kind === "double" && typeof cents === "number" ? kes(cents / 100) : null;
  return (
    <FormModal
      onClose={onClose}
      title={t("Resolve: {what}", { what: name })}
      {...modal}
      action={t("Resolve")}
      busyAction={t("Resolving...")}
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
