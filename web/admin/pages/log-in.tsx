import { lazy, Suspense, useState } from "react";
import { signUpAddress } from "#contract/values/console-pages";
import { LogInCard } from "../../console/entry/log-in-card.tsx";
import { t, useLanguage } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { RequestError } from "../../console/request.ts";
import { callApi } from "../call-api.ts";
import { enter } from "../enter.ts";

const AcceptInvitation = lazy(async () => ({
  default: (await import("../people/accept-invitation.tsx")).AcceptInvitation,
}));

const MailedLinkPage = lazy(async () => ({
  default: (await import("../people/mailed-link.tsx")).MailedLinkPage,
}));

const ForgottenPassword = lazy(async () => ({
  default: (await import("../people/forgotten-password.tsx")).ForgottenPassword,
}));

type LogIn = {
  page: PageData;
  /** Why the hand-off link was refused. */
  refusal: string | null;
  /** Where one was sent away from. */
  next: string | null;
};

/** Log-in, or what a link asks whose code stands behind the `#`. */
export function LogInPage(props: LogIn) {
  const [, kind, code = ""] = /^#(invitation|confirm|reset)=(.*)$/.exec(window.location.hash) ?? [];
  if (kind === undefined) return <LogIn {...props} />;
  return (
    <Suspense>
      {kind === "confirm" || kind === "reset" ? (
        <MailedLinkPage key={code} link={{ kind, code }} page={props.page} />
      ) : (
        <AcceptInvitation key={code} code={code} page={props.page} />
      )}
    </Suspense>
  );
}

function LogIn({ page, refusal, next }: LogIn) {
  useLanguage();
  const [forgotten, setForgotten] = useState<string | null>(null);
  if (forgotten !== null)
    return (
      <Suspense>
        <ForgottenPassword username={forgotten} onBack={() => setForgotten(null)} />
      </Suspense>
    );
  return (
    <LogInCard
      title={page.subdomain ? t("Provider Admin") : t("HotSpot Admin")}
      subtitle={page.subdomain ?? t("Sign in to manage your hotspot")}
      notice={next === null ? null : t("You are not signed in, or were signed out. Sign in to go on.")}
      refusal={refusal === null ? null : { title: t("Sign In Failed"), text: refusal }}
      busyText={t("Signing in...")}
      signIn={async (body) => enter(await callApi("adminLogIn", { body }))}
      titleOf={(cause) =>
        cause instanceof RequestError && cause.code === "unavailable" ? t("Not available now") : undefined
      }
      below={(typed) => (
        <>
          <button type="button" className="entry-link" onClick={() => setForgotten(typed())}>
            {t("Forgotten your password?")}
          </button>
          {page.subdomain === null ? (
            <a className="entry-link" href={`${page.mainOrigin}${signUpAddress}`}>
              {t("Sign up your business")}
            </a>
          ) : null}
        </>
      )}
    />
  );
}
