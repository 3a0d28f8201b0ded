import { Alert, Box, Card, Center, Stack, Text, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { LanguageChoice } from "./choices.tsx";
import { Button } from "./kit.tsx";
import { t } from "./language.ts";
import { PasswordField } from "./password-field.tsx";
import { UsernameField } from "./username-field.tsx";

type Named = { username: string; password: string };

/** A blank field, or the server's sentence; "" = none. */
export type LogInProblem = "missing" | { title?: string; text: string };

/** @param props.children what is asked for besides name and password */
export function LogInCard<Values extends Named>(props: {
  title: string;
  subtitle: string;
  form: UseFormReturnType<Values>;
  problem: LogInProblem | null;
  setProblem: (problem: LogInProblem | null) => void;
  onLogIn: (values: Values) => void;
  pending: string | null;
  /** Why one is here. */
  notice?: string | null;
  children?: ReactNode;
  /** Under the button. */
  below?: ReactNode;
  isEnglish?: boolean;
}) {
  const {
    title,
    subtitle,
    form,
    problem,
    setProblem,
    onLogIn,
    pending,
    children,
    below,
    isEnglish = false,
    notice = null,
  } = props;
  const submit = form.onSubmit((values) => {
    const blank = (["username", "password"] as const).find((field) => values[field].trim() === "");
    if (blank) {
      setProblem("missing");
      form.getInputNode(blank)?.focus();
      return;
    }
    setProblem(null);
    onLogIn(values);
  });
  const told =
    problem === "missing"
      ? { title: t("Missing Information"), text: t("Please enter both username and password") }
      : problem && {
          title: problem.title ?? t("Login Failed"),
          text: problem.text || t("Invalid credentials"),
        };
  return (
    <EntryCard title={title} subtitle={subtitle} isEnglish={isEnglish}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {notice && !told ? (
            <Alert variant="light" role="status">
              {notice}
            </Alert>
          ) : null}
          {told ? (
            <Alert color="red" variant="light" role="alert" title={told.title}>
              {told.text}
            </Alert>
          ) : null}
          <UsernameField key={form.key("username")} {...form.getInputProps("username")} />
          <PasswordField
            label={t("Password")}
            autoComplete="current-password"
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          {children}
          <Button type="submit" fullWidth busy={pending !== null}>
            {pending ?? t("Sign In")}
          </Button>
          {below}
        </Stack>
      </form>
    </EntryCard>
  );
}

/** The whole page of who is not signed in. @param props.isEnglish no other language is offered */
export function EntryCard(props: {
  title: string;
  subtitle: string;
  isEnglish?: boolean;
  children: ReactNode;
}) {
  useDocumentTitle(props.title);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Card padding="xl">
          <Stack>
            <div>
              <Title order={1}>{props.title}</Title>
              <Text c="dimmed">{props.subtitle}</Text>
            </div>
            {props.children}
          </Stack>
        </Card>
        {props.isEnglish ? null : (
          <Box px="xl">
            <LanguageChoice />
          </Box>
        )}
      </Stack>
    </Center>
  );
}
