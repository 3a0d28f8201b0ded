import { Code, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { IconBrandWhatsapp, IconMail } from "@tabler/icons-react";
import type { PersonInvitation } from "#contract/people";
import type { Role } from "#contract/values/roles";
import { useCallForm } from "../../console/call-form.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { mailAddress, whatsAppAddress } from "../../console/share.ts";
import { useAct } from "../api.ts";
import { roleChoices, roleMeans } from "./roles.ts";

/** First who it is and as what, then the link, this once. */
export function InvitePerson(props: { business: string; onClose: () => void }) {
  const { business, onClose } = props;
  const invite = useAct("invitePerson", ["/api/admin/people"]);
  const { form, modal } = useCallForm({
    initialValues: { name: "", email: "", role: "cashier" as Role },
    send: (body) => invite.mutateAsync({ body }),
    failure: { text: t("Failed to make the link. Please try again.") },
    onDone: () => undefined,
  });
  if (invite.data) return <InvitationLink {...invite.data} business={business} onClose={onClose} />;
  return (
    <FormModal
      onClose={onClose}
      title={t("Invite somebody")}
      {...modal}
      action={t("Make the link")}
      busyAction={t("Making...")}
    >
      <TextInput
        label={t("Full name")}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <RoleField field={form.getInputProps("role")} />
      <TextInput
        label={t("Email address")}
        description={t("Optional. So that the link can be sent there.")}
        type="email"
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps("email")}
      />
    </FormModal>
  );
}

export function RoleField({ field }: { field: object }) {
  return (
    <Radio.Group label={t("Role")} {...field}>
      <Stack gap="xs" pt="xs">
        {roleChoices().map(({ value, label }) => (
          <Radio key={value} size="md" value={value} label={label} description={roleMeans(value)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function InvitationLink(props: {
  address: string;
  invitation: PersonInvitation;
  business: string;
  onClose: () => void;
}) {
  const { address, business, onClose } = props;
  const { name, email, expiresAt } = props.invitation;
  const text = t("{name}, this link opens the console of {business} for you. It works once:", {
    name,
    business,
  });
  return (
    <Window onClose={onClose} title={t("Link for {name}", { name })} closeOnClickOutside={false}>
      <Stack>
        <Text size="sm">
          {t(
            "Send it to {name} yourself, by a way that nobody else reads. It is shown this once, opens once, and only until {time}.",
            { name, time: dateTime(expiresAt, language()) },
          )}
        </Text>
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {address}
        </Code>
        <Group gap="sm">
          <CopyButton text={address} name={t("Copy link")} labelled />
          <SecondaryButton
            component="a"
            href={whatsAppAddress(`${text}\n${address}`)}
            target="_blank"
            rel="noreferrer"
            icon={IconBrandWhatsapp}
          >
            {t("WhatsApp")}
          </SecondaryButton>
          <SecondaryButton
            component="a"
            href={mailAddress({ to: email, subject: business, body: `${text}\n${address}` })}
            icon={IconMail}
          >
            {t("E-mail")}
          </SecondaryButton>
        </Group>
        <Group justify="flex-end">
          <SecondaryButton onClick={onClose}>{t("Close")}</SecondaryButton>
        </Group>
      </Stack>
    </Window>
  );
}
