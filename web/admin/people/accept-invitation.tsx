import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { AcceptForm } from "../../console/accept-form.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { EntryCard } from "../../console/log-in-card.tsx";
import type { PageData } from "../../console/page-data.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../api.ts";
import { addresses } from "../navigation.ts";
import { roleName, session } from "../session.ts";

/** The page of a link by which somebody becomes one of the provider's people. */
export function AcceptInvitation({ code, page }: { code: string; page: PageData }) {
  useLanguage();
  const go = useNavigate();
  const business = page.businessName ?? page.subdomain ?? "";
  const invitation = useQuery({
    queryKey: ["invitation", code],
    queryFn: () => callApi("personInvitation", { body: { code } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.isPending)
    return (
      <EntryCard title={t("You are invited")} subtitle={business}>
        <LoadingRows rows={3} height={60} label={t("Loading …")} />
      </EntryCard>
    );
  if (invitation.isError)
    return (
      <EntryCard title={t("This invitation opens nothing")} subtitle={business}>
        <Alert color="red" variant="light" role="alert">
          {errorText(invitation.error, t("Failed to open the invitation. Please try again."))}
        </Alert>
        {/* A new document: the code in its address is left behind. */}
        <SecondaryButton component="a" href={addresses.login}>
          {t("To the sign-in page")}
        </SecondaryButton>
      </EntryCard>
    );
  const { name, role, invitedBy: host } = invitation.data;
  return (
    <EntryCard
      title={t("You are invited")}
      subtitle={t("{host} invites you, {name}, to {business}. Your role: {role}", {
        host,
        name,
        business,
        role: roleName(role),
      })}
    >
      <AcceptForm
        text={t("Choose how you sign in.")}
        accept={(chosen) => callApi("acceptPersonInvitation", { body: { code, ...chosen } })}
        onAccepted={(admin) => {
          session.write(admin);
          void go(addresses.dashboard, { replace: true });
        }}
      />
    </EntryCard>
  );
}
