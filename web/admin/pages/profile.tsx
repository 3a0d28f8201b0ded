import { Alert, Card, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { Profile } from "#contract/profile";
import { useCallForm } from "../../console/call-form.ts";
import { DataFile } from "../../console/data-file.tsx";
import { dayOf } from "../../console/days.ts";
import { Button, Hint, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { OwnPasswordFields } from "../../console/password-field.tsx";
import { SecondFactorCard } from "../../console/second-factor-card.tsx";
import { type Signed, signedAtom } from "../../console/session.ts";
import { SessionsCard } from "../../console/sessions-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useUnsavedGuard } from "../../console/unsaved-guard.ts";
import { callApiFile, may, useAct, useRead } from "../api.ts";
import { WaysInLeft } from "../people/ways-in-left.tsx";
import { roleName, session } from "../session.ts";
import { useFactorActs } from "../use-second-factor.ts";

export function ProfilePage() {
  const signed = useAtomValue(signedAtom);
  const profile = useRead("getProfile", { params: { id: signed?.id ?? "" } }, { enabled: signed !== null });
  if (!signed) return null;
  return (
    <>
      <PageHead
        title={t("Profile Settings")}
        text={t("Manage your account information and security settings")}
      />
      <Loaded
        query={profile}
        loading={<LoadingRows rows={6} height={68} label={t("Loading profile …")} />}
        failed={{
          title: t("Error Loading Profile"),
          text: t("Failed to load your profile. Please check your connection and try again."),
        }}
      >
        {(found) =>
          signed.actingAs ? (
            <ActedFor profile={found} />
          ) : (
            <Stack maw={560}>
              <ProfileForm profile={found} signed={signed} />
              {found.email === "" || found.isEmailConfirmed ? null : <UnconfirmedEmail email={found.email} />}
              <OwnSecondFactor />
              <Sessions />
              {may("exportOwnData") ? <OwnData /> : null}
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

export function ActedFor({ profile }: { profile: Profile }) {
  const lines = [
    [t("Role"), roleName(profile.role)],
    [t("Username"), profile.username],
    [t("Full name"), profile.name],
    [t("Email address"), profile.email],
  ] as const;
  return (
    <Stack maw={560}>
      <Alert variant="light" icon={<IconLock aria-hidden />} title={t("Only the admin changes this profile")}>
        {t("A new password for them is set in the super admin console.")}
      </Alert>
      <Card>
        <Stack>
          {lines.map(([label, value]) => (
            <TextInput key={label} label={label} value={value} readOnly variant="filled" />
          ))}
        </Stack>
      </Card>
    </Stack>
  );
}

/** Without it a forgotten password is nothing that a mail can mend. */
function UnconfirmedEmail({ email }: { email: string }) {
  const ask = useAct("askEmailConfirmation");
  return (
    <Alert variant="light" title={t("Confirm your email address")}>
      <Stack align="flex-start">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {t(
            "If you forget your password, a link for a new one can come to {email} only after you have confirmed it.",
            {
              email,
            },
          )}
        </Text>
        <SecondaryButton
          loading={ask.isPending}
          onClick={() =>
            ask
              .mutateAsync({})
              .then(({ message }) => toastSuccess(t("Link sent"), message))
              .catch(toastFailure(t("Not sent"), t("Please try again.")))
          }
        >
          {t("Send the link")}
        </SecondaryButton>
      </Stack>
    </Alert>
  );
}

function OwnSecondFactor() {
  const factor = useRead("getAdminSecondFactor");
  const acts = useFactorActs();
  return (
    <Loaded
      query={factor}
      loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
      failed={{ title: t("Not loaded"), text: t("Please try again.") }}
    >
      {(found) => <SecondFactorCard factor={found} acts={acts} />}
    </Loaded>
  );
}

export function Sessions() {
  const sessions = useRead("listAdminSessions");
  const end = useAct("endAdminSession", ["/api/admin/sessions"]);
  const endAll = useAct("endAdminSessions");
  return <SessionsCard sessions={sessions} end={end} endAll={endAll} clear={session.clear} />;
}

/** All that is kept of the provider, as one file (docs/behaviour/provider-console.md, PC-119). */
export function OwnData() {
  return (
    <DataFile
      title={t("Your data")}
      text={t(
        "Everything that is kept of your business, as one file. Passwords, keys, and the codes of vouchers that are unused or in use are not in it.",
      )}
      action={t("Download my data")}
      fileName={`data-${dayOf()}.jsonl`}
      read={() => callApiFile("exportOwnData")}
    />
  );
}

const noPasswords = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ProfileForm({ profile, signed }: { profile: Profile; signed: Signed }) {
  const save = useAct("updateProfile", ["/api/admin/profile"]);
  const [hasNewPassword, setNewPassword] = useState(false);
  const { form, submit, busy } = useCallForm({
    initialValues: { name: profile.name, email: profile.email, ...noPasswords },
    schema: async () => (await import("#contract/profile")).ProfileInput,
    send: (body) => save.mutateAsync({ params: { id: signed.id }, body }),
    failure: { title: t("Update Failed"), text: t("Failed to update profile") },
    onDone: ({ name, email }, { newPassword }) => {
      session.write({ ...signed, name, email });
      if (newPassword !== "") setNewPassword(true);
      form.setInitialValues({ name, email, ...noPasswords });
      form.setValues({ name, email, ...noPasswords });
      toastSuccess(t("Profile Updated"), t("Your profile has been updated successfully."));
    },
  });
  useUnsavedGuard(form.isDirty());
  return (
    <form onSubmit={submit} noValidate aria-label={t("Profile")}>
      <Stack maw={560}>
        <Card>
          <Stack>
            <TextInput label={t("Role")} value={roleName(profile.role)} readOnly variant="filled" />
            <TextInput label={t("Username")} value={profile.username} readOnly variant="filled" />
            <TextInput
              label={t("Full name")}
              autoComplete="name"
              maxLength={100}
              {...form.getInputProps("name")}
            />
            <TextInput
              type="email"
              label={t("Email address")}
              autoComplete="email"
              autoCapitalize="none"
              maxLength={200}
              {...form.getInputProps("email")}
            />
          </Stack>
        </Card>
        <Fieldset legend={t("Change password")} radius="lg">
          <Stack>
            <Hint>
              {t("Leave these fields empty to keep your password. A new one signs you out everywhere else.")}
            </Hint>
            <OwnPasswordFields field={(name) => form.getInputProps(name)} />
          </Stack>
        </Fieldset>
        <Group>
          <Button type="submit" busy={busy}>
            {busy ? t("Saving...") : t("Save Changes")}
          </Button>
        </Group>
        {hasNewPassword && may("listWaysIn") ? <WaysInAfterPassword /> : null}
      </Stack>
    </form>
  );
}

function WaysInAfterPassword() {
  const { data } = useRead("listWaysIn", {}, { staleTime: 0 });
  const end = useAct("endWaysIn", ["/api/admin/api-tokens", "/api/admin/people/invitations"]);
  return data ? <WaysInLeft left={data} end={() => end.mutateAsync({})} /> : null;
}
