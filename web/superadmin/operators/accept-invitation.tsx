import { Alert } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { AcceptForm } from "../../console/accept-form.tsx";
import { SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { EntryCard } from "../../console/log-in-card.tsx";
import { errorText } from "../../console/toast.tsx";
import { callApi, keyOf } from "../api.ts";
import { addresses } from "../navigation.ts";
import { session } from "../session.ts";

/** The page of a link that invites an operator: username and password here, the second factor right after it. */
export function AcceptInvitation({ code }: { code: string }) {
  useLanguage();
  const invitation = useQuery({
    queryKey: ["invitation", code],
    queryFn: () => callApi("platformInvitation", { body: { code } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.isPending)
    return (
      <EntryCard
        isEnglish
        title={t("You are invited")}
        subtitle={t("You were invited to run this platform.")}
      >
        <LoadingRows rows={3} height={60} label={t("Loading …")} />
      </EntryCard>
    );
  if (invitation.isError)
    return (
      <EntryCard
        isEnglish
        title={t("This invitation opens nothing")}
        subtitle={t("You were invited to run this platform.")}
      >
        <Alert color="red" variant="light" role="alert">
          {errorText(invitation.error, t("Failed to open the invitation. Please try again."))}
        </Alert>
        {/* A new document: the code in its address is left behind. */}
        <SecondaryButton component="a" href={addresses.login}>
          {t("To the sign-in page")}
        </SecondaryButton>
      </EntryCard>
    );
  const { name, invitedBy: host } = invitation.data;
  return (
    <EntryCard
      isEnglish
      title={t("You are invited")}
      subtitle={t("{host} invites you, {name}, to run this platform.", { host, name })}
    >
      <Accept code={code} />
    </EntryCard>
  );
}

function Accept({ code }: { code: string }) {
  const go = useNavigate();
  const client = useQueryClient();
  return (
    <AcceptForm
      text={t(
        "Choose how you sign in. A second factor is set up next: have a phone with an authenticator app at hand.",
      )}
      accept={async (chosen) => {
        const admin = await callApi("acceptPlatformInvitation", { body: { code, ...chosen } });
        // Known before the console is drawn: nothing of it opens without a second factor.
        const queryFn = () => callApi("getSecondFactor");
        await client.prefetchQuery({ queryKey: keyOf("getSecondFactor", {}), queryFn });
        return admin;
      }}
      onAccepted={(admin) => {
        session.write({ providerId: "", ...admin });
        void go(addresses.dashboard, { replace: true });
      }}
    />
  );
}
