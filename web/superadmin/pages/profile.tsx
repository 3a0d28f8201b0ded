import { Card, Fieldset, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useAtomValue } from "jotai";
import { zod4Resolver } from "mantine-form-zod-resolver";
import * as z from "zod/mini";
import { Button, Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import { OwnPasswordFields } from "../../console/password-field.tsx";
import { SecondFactorCard } from "../../console/second-factor-card.tsx";
import { signedAtom } from "../../console/session.ts";
import { SessionsCard } from "../../console/sessions-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
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

/** The rules of worker/features/auth. */
function passwordSchema() {
  return z
    .object({
      currentPassword: z.string().check(z.minLength(1, t("Enter your current password"))),
      newPassword: z.string().check(z.minLength(8, t("Use at least 8 characters"))),
      confirmPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
        path: ["confirmPassword"],
        error: t("Passwords do not match"),
        when: () => true,
      }),
    );
}

export function ChangePassword({ username }: { username: string }) {
  const form = useForm({
    initialValues: empty,
    validate: (values) => zod4Resolver(passwordSchema())(values),
  });
  const change = useAct("platformPassword");
  const submit = form.onSubmit(({ currentPassword, newPassword }) =>
    change.mutate(
      { body: { currentPassword, newPassword } },
      {
        onSuccess: () => {
          form.reset();
          toastSuccess(t("Password Changed"), t("You were signed out everywhere else."));
        },
        onError: toastFailure(t("Password Change Failed"), t("Failed to change password.")),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t("Change password")}>
      <Fieldset legend={t("Change password")} radius="lg">
        <Stack>
          <Hint>{t("A new one signs you out everywhere else.")}</Hint>
          {/* So that a password store knows whose it is. */}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          <OwnPasswordFields field={(name) => form.getInputProps(name)} />
          <Group>
            <Button type="submit" busy={change.isPending}>
              {change.isPending ? t("Changing...") : t("Change password")}
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </form>
  );
}
