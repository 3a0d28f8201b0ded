import { Alert, Card, Stack, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactElement } from "react";
import type { Profile } from "#contract/profile";
import { t } from "../../console/language.ts";

/** What a super admin who acts for a provider sees of its admin: nothing that could be changed. */
export function ActedFor({ profile }: { profile: Profile }): ReactElement {
  const lines = [
    [t("Role"), profile.role],
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
