import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { CodeField, focusWhenItComes, isCodeAsked } from "../../console/code-field.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { LogInCard, type LogInProblem } from "../../console/log-in-card.tsx";
import { signedAtom } from "../../console/session.ts";
import { errorText, toastSuccess } from "../../console/toast.tsx";
import { callApi } from "../api.ts";
import { addresses } from "../navigation.ts";
import { session } from "../session.ts";
import { applyTheme, currentTheme } from "../theme.ts";

/** Only pages of this console: `next` must not lead to another site. */
export function safeNext(next: string | null): string {
  return next && /^\/superadmin\/[\w/-]+(\?|$)/.test(next) ? next : addresses.dashboard;
}

/** Behind the `#`, which no server sees. */
const invitedBy = () => /^#invitation=(.*)$/.exec(window.location.hash)?.[1] ?? null;

const AcceptInvitation = lazy(async () => ({
  default: (await import("../operators/accept-invitation.tsx")).AcceptInvitation,
}));

export function LogInPage() {
  const [code] = useState(invitedBy);
  if (code === null) return <LogIn />;
  return (
    <Suspense>
      <AcceptInvitation code={code} />
    </Suspense>
  );
}

type Values = { username: string; password: string; code: string };

function LogIn() {
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<LogInProblem | null>(null);
  /** The password was right, and a code is asked for beside it. */
  const [codeAsked, setCodeAsked] = useState(false);
  useLanguage();
  const form = useForm<Values>({
    mode: "uncontrolled",
    initialValues: { username: "", password: "", code: "" },
  });
  const logIn = useMutation({
    mutationFn: async ({ username, password, code }: Values) => {
      const admin = await callApi("platformLogIn", {
        body: { username, password, ...(code ? { code } : {}) },
      });
      // If the theme cannot be read now, the next page brings it.
      const { theme } = await callApi("getTheme").catch(() => ({ theme: currentTheme() }));
      return { admin, theme };
    },
    onSuccess: ({ admin, theme }) => {
      applyTheme(theme);
      session.write({ providerId: "", ...admin });
      const name = admin.name || admin.username;
      toastSuccess(t("Login Successful"), t("Welcome back, {name}!", { name }));
    },
    onError: (error) => {
      const asked = isCodeAsked(error);
      if (asked && !codeAsked) {
        setCodeAsked(true);
        return;
      }
      if (!asked) setCodeAsked(false);
      form.setFieldValue("code", "");
      setProblem({ text: errorText(error, "") });
    },
  });

  if (signed) return <Navigate to={safeNext(search.get("next"))} replace />;
  return (
    <LogInCard
      isEnglish
      title={t("Super Admin Portal")}
      subtitle={t("System Administration Dashboard")}
      form={form}
      problem={problem}
      setProblem={setProblem}
      onLogIn={(values) => logIn.mutate(codeAsked ? values : { ...values, code: "" })}
      pending={logIn.isPending ? t("Signing In...") : null}
    >
      {codeAsked ? (
        <CodeField ref={focusWhenItComes} key={form.key("code")} {...form.getInputProps("code")} />
      ) : null}
    </LogInCard>
  );
}
