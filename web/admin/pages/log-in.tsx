import { Anchor } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useWindowEvent } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { CodeField, focusWhenItComes, isCodeAsked } from "../../console/code-field.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { LogInCard, type LogInProblem } from "../../console/log-in-card.tsx";
import type { PageData } from "../../console/page-data.ts";
import { RequestError } from "../../console/request.ts";
import { signedAtom } from "../../console/session.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../api.ts";
import { addresses, signUpAddress } from "../navigation.ts";
import type { MailedLink } from "../people/mailed-link.tsx";
import { session } from "../session.ts";

/** Only pages of this console: `next` must not lead to another site. */
export function safeNext(next: string | null): string {
  return next && /^\/admin\/[\w-]+(\?|$)/.test(next) ? next : addresses.dashboard;
}

/** Behind the `#`, which no server sees. */
const invitedBy = () => /^#invitation=(.*)$/.exec(window.location.hash)?.[1] ?? null;

const AcceptInvitation = lazy(async () => ({
  default: (await import("../people/accept-invitation.tsx")).AcceptInvitation,
}));

const MailedLinkPage = lazy(async () => ({
  default: (await import("../people/mailed-link.tsx")).MailedLinkPage,
}));

const ForgottenPassword = lazy(async () => ({
  default: (await import("../people/forgotten-password.tsx")).ForgottenPassword,
}));

/** The same of a link that was mailed. */
function mailedLink(): MailedLink | null {
  const [, kind, code = ""] = /^#(confirm|reset)=(.*)$/.exec(window.location.hash) ?? [];
  return kind === "confirm" || kind === "reset" ? { kind, code } : null;
}

/** @param props.refusal why the hand-off link was refused */
export function LogInPage(props: { page: PageData; refusal: string | null }) {
  const [code, setCode] = useState(invitedBy);
  const [mailed, setMailed] = useState(mailedLink);
  // A link that is opened where this page is open already changes no more than what is behind the `#`.
  useWindowEvent("hashchange", () => {
    setCode(invitedBy());
    setMailed(mailedLink());
  });
  if (code === null && mailed === null) return <LogIn {...props} />;
  return (
    <Suspense>
      {code === null ? null : <AcceptInvitation code={code} page={props.page} />}
      {mailed === null ? null : <MailedLinkPage link={mailed} page={props.page} />}
    </Suspense>
  );
}

type Values = { username: string; password: string; code: string };

function LogIn(props: { page: PageData; refusal: string | null }) {
  const { page, refusal } = props;
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<LogInProblem | null>(
    refusal === null ? null : { title: t("Sign In Failed"), text: refusal },
  );
  useLanguage();
  /** The password was right, and a code is asked for beside it. */
  const [codeAsked, setCodeAsked] = useState(false);
  const form = useForm({ mode: "uncontrolled", initialValues: { username: "", password: "", code: "" } });
  const logIn = useMutation({
    mutationFn: ({ username, password, code }: Values) =>
      callApi("adminLogIn", { body: { username, password, ...(code ? { code } : {}) } }),
    onSuccess: (admin) => session.write(admin),
    onError: (error) => {
      const asked = isCodeAsked(error);
      setCodeAsked(asked);
      if (asked && !codeAsked) return;
      form.setFieldValue("code", "");
      const isAway = error instanceof RequestError && error.code === "unavailable";
      setProblem({ text: errorText(error, ""), ...(isAway && { title: t("Not available now") }) });
    },
  });

  const [forgotten, setForgotten] = useState<string | null>(null);

  if (forgotten !== null)
    return (
      <Suspense>
        <ForgottenPassword username={forgotten} onBack={() => setForgotten(null)} />
      </Suspense>
    );
  if (signed) return <Navigate to={safeNext(search.get("next"))} replace />;
  return (
    <LogInCard
      title={page.subdomain ? t("Provider Admin") : t("HotSpot Admin")}
      subtitle={page.subdomain ?? t("Sign in to manage your hotspot")}
      notice={search.has("next") ? t("You are not signed in, or were signed out. Sign in to go on.") : null}
      form={form}
      problem={problem}
      setProblem={setProblem}
      onLogIn={(values) => logIn.mutate(codeAsked ? values : { ...values, code: "" })}
      pending={logIn.isPending ? t("Signing in...") : null}
      below={
        <>
          <Anchor
            component="button"
            type="button"
            py={10}
            onClick={() => setForgotten(form.getValues().username)}
          >
            {t("Forgotten your password?")}
          </Anchor>
          {page.subdomain === null ? (
            <Anchor href={`${page.mainOrigin}${signUpAddress}`} py={10} ta="center">
              {t("Sign up your business")}
            </Anchor>
          ) : null}
        </>
      }
    >
      {codeAsked ? (
        <CodeField ref={focusWhenItComes} key={form.key("code")} {...form.getInputProps("code")} />
      ) : null}
    </LogInCard>
  );
}
