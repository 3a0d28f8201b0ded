import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { t, useLanguage } from "../../console/language.ts";
import { LogInCard, type LogInProblem } from "../../console/log-in-card.tsx";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../api.ts";
import { addresses } from "../navigation.ts";
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

/** @param props.refusal why the hand-off link was refused */
export function LogInPage(props: { page: PageData; refusal: string | null }) {
  const [code] = useState(invitedBy);
  if (code === null) return <LogIn {...props} />;
  return (
    <Suspense>
      <AcceptInvitation code={code} page={props.page} />
    </Suspense>
  );
}

function LogIn(props: { page: PageData; refusal: string | null }) {
  const { page, refusal } = props;
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<LogInProblem | null>(
    refusal === null ? null : { title: t("Sign In Failed"), text: refusal },
  );
  useLanguage();
  const form = useForm({ mode: "uncontrolled", initialValues: { username: "", password: "" } });
  const logIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => callApi("adminLogIn", { body }),
    onSuccess: (admin) => session.write(admin),
    onError: (error) => setProblem({ text: errorText(error, "") }),
  });

  if (signed) return <Navigate to={safeNext(search.get("next"))} replace />;
  return (
    <LogInCard
      title={page.subdomain ? t("Provider Admin") : t("HotSpot Admin")}
      subtitle={page.subdomain ?? t("Sign in to manage your hotspot")}
      notice={search.has("next") ? t("You are not signed in, or were signed out. Sign in to go on.") : null}
      form={form}
      problem={problem}
      setProblem={setProblem}
      onLogIn={logIn.mutate}
      pending={logIn.isPending ? t("Signing in...") : null}
    />
  );
}
