import { adminAddresses as addresses } from "#contract/values/console-pages";
import { AcceptForm } from "../../console/entry/accept-form.tsx";
import { useReadOnce } from "../../console/entry/calls.ts";
import { ButtonLink, EntryCard, Notice, Waiting } from "../../console/entry/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../call-api.ts";
import { enter } from "../enter.ts";
import { roleName } from "../session.ts";

/** The page of a link by which somebody becomes one of the provider's people. */
export function AcceptInvitation({ code, page }: { code: string; page: PageData }) {
  useLanguage();
  const business = page.businessName ?? page.subdomain ?? "";
  const invitation = useReadOnce(() => callApi("personInvitation", { body: { code } }));
  if (invitation.error)
    return (
      <EntryCard title={t("This invitation opens nothing")} subtitle={business}>
        <Notice tone="bad">
          {errorText(invitation.error, t("Failed to open the invitation. Please try again."))}
        </Notice>
        <ButtonLink href={addresses.login}>{t("To the sign-in page")}</ButtonLink>
      </EntryCard>
    );
  if (!invitation.data)
    return (
      <EntryCard title={t("You are invited")} subtitle={business}>
        <Waiting />
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
        accept={async (chosen) => {
          const admin = await callApi("acceptPersonInvitation", { body: { code, ...chosen } });
          await enter(admin, addresses.dashboard);
        }}
      />
    </EntryCard>
  );
}
