import { Card, Stack, TextInput } from "@mantine/core";
import { useAtomValue } from "jotai";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { signedAtom } from "../../console/session.ts";
import { LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { ChangePassword } from "../profile/change-password.tsx";
import { SecondFactorCard } from "../profile/second-factor-card.tsx";
import { Sessions } from "../profile/sessions.tsx";

export function ProfilePage(): ReactElement | null {
  const signed = useAtomValue(signedAtom);
  const factor = useRead("getSecondFactor");
  if (!signed) return null;
  const fields = [
    [t("Full name"), signed.name || signed.username],
    [t("Username"), signed.username],
    [t("Email address"), signed.email || t("Not set")],
    [t("Role"), signed.role || t("Super admin")],
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
          {(found) => <SecondFactorCard factor={found} />}
        </Loaded>
        <Sessions />
      </Stack>
    </>
  );
}
