import { Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useCallForm } from "../../console/call-form.ts";
import { CopyButton } from "../../console/copy-button.tsx";
import { FormModal, Window } from "../../console/form-modal.tsx";
import { dateTime } from "../../console/format.ts";
import { SecondaryButton } from "../../console/kit.tsx";
import { language, t } from "../../console/language.ts";
import { useAct } from "../api.ts";

/** First who it is, then the link, this once. */
export function InviteOperator({ onClose }: { onClose: () => void }) {
  const invite = useAct("createInvitation", ["/api/superadmin/invitations"]);
  const { form, modal } = useCallForm({
    initialValues: { name: "", email: "" },
    send: (body) => invite.mutateAsync({ body }),
    failure: { text: t("Failed to make the link. Please try again.") },
    onDone: () => undefined,
  });
  if (invite.data) return <InvitationLink {...invite.data} onClose={onClose} />;
  return (
    <FormModal
      onClose={onClose}
      title={t("Invite an operator")}
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
      <TextInput
        label={t("Email address")}
        description={t("Optional. So that letters of the platform reach them, too.")}
        type="email"
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps("email")}
      />
    </FormModal>
  );
}

function InvitationLink(props: {
  address: string;
  invitation: { name: string; expiresAt: string };
  onClose: () => void;
}) {
  const { address, onClose } = props;
  const { name, expiresAt } = props.invitation;
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
        <Group justify="flex-end" gap="sm">
          <CopyButton text={address} name={t("Copy link")} labelled />
          <SecondaryButton onClick={onClose}>{t("Close")}</SecondaryButton>
        </Group>
      </Stack>
    </Window>
  );
}
