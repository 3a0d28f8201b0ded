import type { ContactsInput, Provider } from "#contract/providers";
import { useCallForm } from "../../console/call-form.ts";
import { FormModal } from "../../console/form-modal.tsx";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct } from "../api.ts";
import { ContactFields, PaperFields } from "../providers/contact-fields.tsx";

/** Only what was changed is sent: another operator's change of another field stays. */
export function EditContacts({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const before = contactsOf(provider);
  const save = useAct("saveContacts", [
    "/api/superadmin/providers",
    "/api/superadmin/provider-billing",
    "/api/superadmin/revenue",
  ]);
  const { form, modal } = useCallForm({
    initialValues: before,
    body: (values): ContactsInput =>
      Object.fromEntries(
        Object.entries(values).filter(
          ([name, value]) => value.trim() !== before[name as keyof typeof before],
        ),
      ),
    send: async (body) => {
      if (Object.keys(body).length === 0) return null;
      return save.mutateAsync({ params: { id: provider.id }, body });
    },
    failure: { title: t("Save Failed"), text: t("Failed to save the contacts. Please try again.") },
    onDone: (saved) => {
      if (saved) toastSuccess(t("Contacts Saved"), provider.businessName);
      onClose();
    },
  });
  const input = (name: keyof ContactsInput) => ({ name, maxLength: 200, ...form.getInputProps(name) });
  return (
    <FormModal
      onClose={onClose}
      title={t("Edit {name}", { name: provider.businessName })}
      {...modal}
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
