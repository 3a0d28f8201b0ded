import {
  Alert,
  Box,
  Button,
  Card,
  Center,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactElement, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { LanguageChoice } from "../../console/choices.tsx";
import { t, useLanguage } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { reason } from "../../console/toast.tsx";
import { ask } from "../api.ts";
import { addresses } from "../places.ts";
import { session } from "../session.ts";

/** Only a page of this console: an address from outside never decides where a signed-in admin lands. */
export function safeNext(next: string | null): string {
  return next && /^\/admin\/[\w-]+(\?|$)/.test(next) ? next : addresses.dashboard;
}

type Problem = "missing" | { title?: string; text: string };

/** @param props.refusal why the link that led here signed nobody in */
export function LogInPage(props: { page: PageData; refusal: string | null }): ReactElement {
  const { page, refusal } = props;
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<Problem | null>(
    refusal === null ? null : { title: t("Sign In Failed"), text: refusal },
  );
  useLanguage();
  const title = page.subdomain ? t("Provider Admin") : t("HotSpot Admin");
  useDocumentTitle(title);
  const form = useForm({ mode: "uncontrolled", initialValues: { username: "", password: "" } });
  const logIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => ask("adminLogIn", { body }),
    onSuccess: (admin) => session.write(admin),
    onError: (error) => setProblem({ text: reason(error, "") }),
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
    logIn.mutate(values);
  });
  const said =
    problem === "missing"
      ? { title: t("Missing Information"), text: t("Please enter both username and password") }
      : problem && {
          title: problem.title ?? t("Login Failed"),
          text: problem.text || t("Invalid credentials"),
        };
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Card padding="xl">
          <form onSubmit={submit} noValidate>
            <Stack>
              <div>
                <Title order={1}>{title}</Title>
                <Text c="dimmed">{page.subdomain ?? t("Sign in to manage your hotspot")}</Text>
              </div>
              {said ? (
                <Alert color="red" variant="light" role="alert" title={said.title}>
                  {said.text}
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
              <PasswordInput
                label={t("Password")}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ "aria-label": t("Show password") }}
                key={form.key("password")}
                {...form.getInputProps("password")}
              />
              <Button type="submit" fullWidth disabled={logIn.isPending} aria-busy={logIn.isPending}>
                {logIn.isPending ? t("Signing in...") : t("Sign In")}
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
