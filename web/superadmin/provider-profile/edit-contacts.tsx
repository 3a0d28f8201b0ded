import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import * as z from "zod/mini";
import type { ContactsInput, Provider } from "#contract/providers";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { focusFirst, useSubmit } from "../../console/use-submit.ts";
import { useAct } from "../api.ts";
import { ContactFields, PaperFields } from "../providers/contact-fields.tsx";
import { contactRules } from "../providers/new-provider-fields.ts";

/** Only what was changed is sent: another operator's change of another field stays. */
export function EditContacts({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const before = contactsOf(provider);
  const form = useForm({
    initialValues: before,
    validate: (values) => zod4Resolver(z.object(contactRules()))(values),
  });
  const save = useAct("saveContacts", [
    "/api/superadmin/providers",
    "/api/superadmin/provider-billing",
    "/api/superadmin/revenue",
  ]);
  const saving = useSubmit(save, {
    title: t("Save Failed"),
    text: t("Failed to save the contacts. Please try again."),
  });
  const submit = form.onSubmit((values) => {
    const changed = Object.entries(values).filter(
      ([name, value]) => value.trim() !== before[name as keyof typeof before],
    );
    if (changed.length === 0) return onClose();
    saving.send({ params: { id: provider.id }, body: Object.fromEntries(changed) as ContactsInput }, () => {
      toastSuccess(t("Contacts Saved"), provider.businessName);
      onClose();
    });
  }, focusFirst(form));
  const input = (name: keyof ContactsInput) => ({ name, maxLength: 200, ...form.getInputProps(name) });
  return (
    <FormModal
      onClose={onClose}
      title={t("Edit {name}", { name: provider.businessName })}
      onSubmit={submit}
      busy={save.isPending}
      error={saving.error}
      action={t("Save")}
      busyAction={t("Saving...")}
    >
      <ContactFields input={input} />
      <PaperFields input={input} />
      <Hint>{t("The subdomain stays: printed codes, routers and the console's address carry it.")}</Hint>
    </FormModal>
  );
}

function contactsOf(provider: Provider) {
  const { businessName, contactName, email, phone, address, kraPin, businessLicense } = provider;
  return {
    businessName,
    contactName,
    email,
    phone,
    address: address ?? "",
    kraPin: kraPin ?? "",
    businessLicense: businessLicense ?? "",
  };
}
