import { lazy, Suspense } from "react";
import { LogInCard } from "../../console/entry/log-in-card.tsx";
import { t } from "../../console/language.ts";
import { toastSuccess } from "../../console/toast.tsx";
import { callApi } from "../call-api.ts";
import { enter } from "../enter.ts";
import { currentTheme } from "../theme.ts";

const AcceptInvitation = lazy(async () => ({
  default: (await import("../operators/accept-invitation.tsx")).AcceptInvitation,
}));

/** Log-in, or what an invitation asks, whose code stands behind the `#`. */
export function LogInPage() {
  const code = /^#invitation=(.*)$/.exec(window.location.hash)?.[1];
  if (code !== undefined)
    return (
      <Suspense>
        <AcceptInvitation key={code} code={code} />
      </Suspense>
    );
  return (
    <LogInCard
      isEnglish
      title={t("Super Admin Portal")}
      subtitle={t("System Administration Dashboard")}
      busyText={t("Signing In...")}
      signIn={async (body) => {
        const admin = await callApi("platformLogIn", { body });
        // If the theme cannot be read now, the next page brings it.
        const { theme } = await callApi("getTheme").catch(() => ({ theme: currentTheme() }));
        await enter(admin, { theme });
        const name = admin.name || admin.username;
        toastSuccess(t("Login Successful"), t("Welcome back, {name}!", { name }));
      }}
    />
  );
}
