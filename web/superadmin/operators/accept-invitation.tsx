import { superadminAddresses as addresses } from "#contract/values/console-pages";
import { AcceptForm } from "../../console/entry/accept-form.tsx";
import { useReadOnce } from "../../console/entry/calls.ts";
import { ButtonLink, EntryCard, Notice, Waiting } from "../../console/entry/kit.tsx";
import { t } from "../../console/language.ts";
import { readAhead } from "../../console/request.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../call-api.ts";
import { enter } from "../enter.ts";

/** The page of a link that invites an operator: username and password here, the second factor right after it. */
export function AcceptInvitation({ code }: { code: string }) {
  const invitation = useReadOnce(() => callApi("platformInvitation", { body: { code } }));
  const subtitle = t("You were invited to run this platform.");
  if (invitation.error)
    return (
      <EntryCard isEnglish title={t("This invitation opens nothing")} subtitle={subtitle}>
        <Notice tone="bad">
          {errorText(invitation.error, t("Failed to open the invitation. Please try again."))}
        </Notice>
        <ButtonLink href={addresses.login}>{t("To the sign-in page")}</ButtonLink>
      </EntryCard>
    );
  if (!invitation.data)
    return (
      <EntryCard isEnglish title={t("You are invited")} subtitle={subtitle}>
        <Waiting />
      </EntryCard>
    );
  const { name, invitedBy: host } = invitation.data;
  return (
    <EntryCard
      isEnglish
      title={t("You are invited")}
      subtitle={t("{host} invites you, {name}, to run this platform.", { host, name })}
    >
      <AcceptForm
        text={t(
          "Choose how you sign in. A second factor is set up next: have a phone with an authenticator app at hand.",
        )}
        accept={async (chosen) => {
          const admin = await callApi("acceptPlatformInvitation", { body: { code, ...chosen } });
          // Known before the console is drawn: nothing of it opens without a second factor.
          const factor = await callApi("getSecondFactor").catch(() => null);
          if (factor) readAhead.push({ queryKey: ["/api/superadmin/second-factor", ""], data: factor });
          await enter(admin, { address: addresses.dashboard });
        }}
      />
    </EntryCard>
  );
}
