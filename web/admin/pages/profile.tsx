import { Stack } from "@mantine/core";
import { useAtomValue } from "jotai";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { signedAtom } from "../../console/session.ts";
import { LoadingRows } from "../../console/states.tsx";
import { useRead } from "../api.ts";
import { ActedFor } from "../profile/acted-for.tsx";
import { ProfileForm } from "../profile/profile-form.tsx";
import { Sessions } from "../profile/sessions.tsx";

export function ProfilePage(): ReactElement | null {
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
              <Sessions />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}
