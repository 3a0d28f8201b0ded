import { Alert, Card, Stack, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { Profile } from "#contract/profile";
import { t } from "../../console/language.ts";
import { Loaded, LoadingRows } from "../../console/loaded.tsx";
import { PageHead } from "../../console/page-head.tsx";
import { signedAtom } from "../../console/session.ts";
import { SessionsCard } from "../../console/sessions-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { useAct, useRead } from "../api.ts";
import { ProfileForm } from "../profile/profile-form.tsx";
import { session } from "../session.ts";

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
              <Sessions />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

export function ActedFor({ profile }: { profile: Profile }) {
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

const address = "/api/admin/sessions";

export function Sessions() {
  const client = useQueryClient();
  const sessions = useRead("listAdminSessions");
  const end = useAct("endAdminSession", [address]);
  const endAll = useAct("endAdminSessions");
  const onError = toastFailure(t("Not signed out"), t("Please try again."));
  return (
    <SessionsCard
      sessions={sessions}
      busy={end.isPending || endAll.isPending}
      onEnd={({ id }) =>
        end.mutate({ params: { id } }, { onSuccess: () => toastSuccess(t("Signed out there")), onError })
      }
      onEndAll={() =>
        endAll.mutate(
          {},
          {
            onSuccess: () => {
              session.clear();
              client.clear();
            },
            onError,
          },
        )
      }
    />
  );
}
