import { Alert, Box, Button, Card, Center, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactElement, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { LanguageChoice } from "../../console/choices.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { PasswordField } from "../../console/password-field.tsx";
import { RequestError } from "../../console/request.ts";
import { signedAtom } from "../../console/session.ts";
import { reason, said } from "../../console/toast.tsx";
import { ask } from "../api.ts";
import { lookNow, wearLook } from "../look.ts";
import { addresses } from "../places.ts";
import { session } from "../session.ts";

/** Only a page of this console: an address from outside never decides where a signed-in admin lands. */
export function safeNext(next: string | null): string {
  return next && /^\/superadmin\/[\w/-]+(\?|$)/.test(next) ? next : addresses.dashboard;
}

const focusWhenItComes = (field: HTMLInputElement | null) => field?.focus();

type Values = { username: string; password: string; code: string };
type Problem = "missing" | { text: string };

export function LogInPage(): ReactElement {
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<Problem | null>(null);
  /** The password was right, and a code is asked for beside it. */
  const [codeAsked, setCodeAsked] = useState(false);
  useLanguage();
  const title = t("Super Admin Portal");
  useDocumentTitle(title);
  const form = useForm<Values>({
    mode: "uncontrolled",
    initialValues: { username: "", password: "", code: "" },
  });
  const logIn = useMutation({
    mutationFn: async ({ username, password, code }: Values) => {
      const admin = await ask("platformLogIn", { body: { username, password, ...(code ? { code } : {}) } });
      // The pages come in the look that was chosen; a look that cannot be read now is read with the next page.
      const { theme } = await ask("getTheme").catch(() => ({ theme: lookNow() }));
      return { admin, theme };
    },
    onSuccess: ({ admin, theme }) => {
      wearLook(theme);
      session.write({ providerId: "", ...admin });
      const name = admin.name || admin.username;
      said(t("Login Successful"), t("Welcome back, {name}!", { name }));
    },
    onError: (error) => {
      const asked = error instanceof RequestError && error.code === "second_factor_needed";
      if (asked && !codeAsked) {
        setCodeAsked(true);
        return;
      }
      if (!asked) setCodeAsked(false);
      form.setFieldValue("code", "");
      setProblem({ text: reason(error, "") });
    },
  });

  if (signed) return <Navigate to={safeNext(search.get("next"))} replace />;
  const submit = form.onSubmit((values) => {
    const blank = (["username", "password"] as const).find((field) => values[field].trim() === "");
    if (blank) {
      setProblem("missing");
      form.getInputNode(blank)?.focus();
      return;
    }
    setProblem(null);
    logIn.mutate(codeAsked ? values : { ...values, code: "" });
  });
  const told =
    problem === "missing"
      ? { title: t("Missing Information"), text: t("Please enter both username and password") }
      : problem && { title: t("Login Failed"), text: problem.text || t("Invalid credentials") };
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Card padding="xl">
          <form onSubmit={submit} noValidate>
            <Stack>
              <div>
                <Title order={1}>{title}</Title>
                <Text c="dimmed">{t("System Administration Dashboard")}</Text>
              </div>
              {told ? (
                <Alert color="red" variant="light" role="alert" title={told.title}>
                  {told.text}
                </Alert>
              ) : null}
              <TextInput
                label={t("Username")}
                autoComplete="username"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                key={form.key("username")}
                {...form.getInputProps("username")}
              />
              <PasswordField
                label={t("Password")}
                autoComplete="current-password"
                key={form.key("password")}
                {...form.getInputProps("password")}
              />
              {codeAsked ? (
                <TextInput
                  label={t("Code of your authenticator app")}
                  description={t("Six digits, or one of your recovery codes.")}
                  ref={focusWhenItComes}
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  key={form.key("code")}
                  {...form.getInputProps("code")}
                />
              ) : null}
              <Button type="submit" fullWidth disabled={logIn.isPending} aria-busy={logIn.isPending}>
                {logIn.isPending ? t("Signing In...") : t("Sign In")}
              </Button>
            </Stack>
          </form>
        </Card>
        <Box px="xl">
          <LanguageChoice />
        </Box>
      </Stack>
    </Center>
  );
}
