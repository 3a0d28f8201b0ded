import { Card, Fieldset, Group, Stack, TextInput } from "@mantine/core";
import { useAtomValue } from "jotai";
import { useCallForm } from "../../console/call-form.ts";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { OwnPasswordFields } from "../../console/password-field.tsx";
import { SecondFactorCard } from "../../console/second-factor-card.tsx";
import { signedAtom } from "../../console/session.ts";
import { SessionsCard } from "../../console/sessions-card.tsx";
import { repeatedFaults } from "../../console/sign-in-fields.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { roleName, session } from "../session.ts";
import { useFactorActs } from "../use-second-factor.ts";

export function ProfilePage() {
  const signed = useAtomValue(signedAtom);
  const factor = useRead("getSecondFactor");
  const acts = useFactorActs();
  if (!signed) return null;
  const fields = [
    [t("Full name"), signed.name || signed.username],
    [t("Username"), signed.username],
    [t("Email address"), signed.email || t("Not set")],
    [t("Role"), roleName(signed.role)],
  ] as const;
  return (
    <>
      <PageHead title={t("Profile")} text={t("Your account, its password and its second factor")} />
      <Stack maw={560}>
        <Card>
          <Stack>
            {fields.map(([label, value]) => (
              <TextInput key={label} label={label} value={value} readOnly variant="filled" />
            ))}
          </Stack>
        </Card>
        <ChangePassword username={signed.username} />
        <Loaded
          query={factor}
          loading={<LoadingRows rows={2} height={68} label={t("Loading …")} />}
          failed={{
            title: t("Error Loading Profile"),
            text: t("Failed to load your profile. Please check your connection and try again."),
          }}
        >
          {(found) => <SecondFactorCard factor={found} acts={acts} />}
        </Loaded>
        <Sessions />
      </Stack>
    </>
  );
}

export function Sessions() {
  const sessions = useRead("listPlatformSessions");
  const end = useAct("endPlatformSession", ["/api/superadmin/sessions"]);
  const endAll = useAct("endPlatformSessions");
  return <SessionsCard sessions={sessions} end={end} endAll={endAll} clear={session.clear} />;
}

const empty = { currentPassword: "", newPassword: "", confirmPassword: "" };

export function ChangePassword({ username }: { username: string }) {
  const change = useAct("platformPassword");
  const { form, submit, busy } = useCallForm({
    initialValues: empty,
    body: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    check: repeatedFaults,
    send: (body) => change.mutateAsync({ body }),
    failure: { title: t("Password Change Failed"), text: t("Failed to change password.") },
    onDone: () => {
      form.reset();
      toastSuccess(t("Password Changed"), t("You were signed out everywhere else."));
    },
  });
  return (
    <form onSubmit={submit} noValidate aria-label={t("Change password")}>
      <Fieldset legend={t("Change password")} radius="lg">
        <Stack>
          <Hint>{t("A new one signs you out everywhere else.")}</Hint>
          {/* So that a password store knows whose it is. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <OwnPasswordFields field={(name) => form.getInputProps(name)} />
          <Group>
            <Button type="submit" busy={busy}>
              {busy ? t("Changing...") : t("Change password")}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}
