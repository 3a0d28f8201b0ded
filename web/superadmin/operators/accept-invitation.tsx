import { Alert, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { LoadingRows } from "../../console/loaded.tsx";
import { EntryCard } from "../../console/log-in-card.tsx";
import { NewPasswordFields } from "../../console/password-field.tsx";
import { errorText } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
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
      <EntryCard title={t("You are invited")} subtitle={t("You were invited to run this platform.")}>
        <LoadingRows rows={3} height={60} label={t("Loading …")} />
      </EntryCard>
    );
  if (invitation.isError)
    return (
      <EntryCard
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
      title={t("You are invited")}
      subtitle={t("{host} invites you, {name}, to run this platform.", { host, name })}
    >
      <AcceptForm code={code} />
    </EntryCard>
  );
}

function AcceptForm({ code }: { code: string }) {
  const go = useNavigate();
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({
    initialValues: { username: "", newPassword: "", confirmPassword: "" },
    validate: {
      username: (username) => (username.trim() === "" ? t("Please enter a username") : null),
      newPassword: (password) => ([...password].length < 8 ? t("Use at least 8 characters") : null),
      confirmPassword: (again, { newPassword }) =>
        again === newPassword ? null : t("Passwords do not match"),
    },
  });
  const accept = useMutation({
    mutationFn: async ({ username, newPassword: password }: typeof form.values) => {
      const admin = await callApi("acceptPlatformInvitation", { body: { code, username, password } });
      // Known before the console is drawn: nothing of it opens without a second factor.
      const queryFn = () => callApi("getSecondFactor");
      await client.prefetchQuery({ queryKey: keyOf("getSecondFactor", {}), queryFn });
      return admin;
    },
    onSuccess: (admin) => {
      session.write({ providerId: "", ...admin });
      void go(addresses.dashboard, { replace: true });
    },
    onError: (cause) => setProblem(errorText(cause, t("Please try again."))),
  });
  const submit = form.onSubmit((values) => {
    setProblem(null);
    accept.mutate(values);
  }, focusFirst(form));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {t(
            "Choose how you sign in. A second factor is set up next: have a phone with an authenticator app at hand.",
          )}
        </Text>
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
          maxLength={60}
          {...form.getInputProps("username")}
        />
        <NewPasswordFields field={(name) => form.getInputProps(name)} />
        <Button type="submit" fullWidth busy={accept.isPending}>
          {accept.isPending ? t("Signing In...") : t("Accept and sign in")}
        </Button>
      </Stack>
    </form>
  );
}
