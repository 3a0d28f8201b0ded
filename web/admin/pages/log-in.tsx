import { Alert, Button, Card, Center, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactElement, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import { t } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import { signedAtom } from "../../console/session.ts";
import { failed, reason } from "../../console/toast.tsx";
import { ask } from "../api.ts";
import { addresses } from "../places.ts";
import { session } from "../session.ts";

/** Only a page of this console: an address from outside never decides where a signed-in admin lands. */
function safeNext(next: string | null): string {
  return next?.startsWith("/admin/") && !next.includes("//") ? next : addresses.dashboard;
}

export function LogInPage({ page }: { page: PageData }): ReactElement {
  const [search] = useSearchParams();
  const signed = useAtomValue(signedAtom);
  const [problem, setProblem] = useState<string | null>(null);
  const title = page.subdomain ? t("Provider Admin") : t("HotSpot Admin");
  useDocumentTitle(title);
  const form = useForm({ mode: "uncontrolled", initialValues: { username: "", password: "" } });
  const logIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => ask("adminLogIn", { body }),
    onSuccess: (admin) => session.write(admin),
    onError: (error) => {
      const text = reason(error, t("Invalid credentials"));
      setProblem(text);
      failed(t("Login Failed"), text);
    },
  });

  // The cookie may outlive the tab's record: whoever is signed in need not type again.
  useEffect(() => {
    if (signed) return;
    ask("adminSession").then(session.write, () => undefined);
  }, [signed]);

  if (signed) return <Navigate to={safeNext(search.get("next"))} replace />;
  const submit = form.onSubmit((values) => {
    if (values.username.trim() === "" || values.password.trim() === "") {
      const text = t("Please enter both username and password");
      setProblem(text);
      failed(t("Missing Information"), text);
      return;
    }
    setProblem(null);
    logIn.mutate(values);
  });
  return (
    <Center component="main" mih="100vh" p="md">
      <Card w="100%" maw={400} padding="xl">
        <form onSubmit={submit} noValidate>
          <Stack>
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed">{page.subdomain ?? t("Sign in to manage your hotspot")}</Text>
            </div>
            {problem ? (
              <Alert color="red" variant="light" role="alert">
                {problem}
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
            <Button type="submit" fullWidth disabled={logIn.isPending}>
              {logIn.isPending ? t("Signing in...") : t("Sign In")}
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  );
}
