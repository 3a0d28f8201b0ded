import { Alert, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import { errorText } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
import { UsernameField } from "../../console/username-field.tsx";
import { callApi } from "../api.ts";

/** Who has forgotten their password asks for a link by mail. What is answered does not tell whether there is such a name. */
export function ForgottenPassword({ username, onBack }: { username: string; onBack: () => void }) {
  const form = useForm({
    initialValues: { username },
    validate: { username: (typed) => (typed.trim() === "" ? t("Please enter your username") : null) },
  });
  const ask = useMutation({
    mutationFn: (body: { username: string }) => callApi("askPasswordReset", { body }),
  });
  return (
    <EntryCard title={t("Forgotten your password?")} subtitle={t("A link for a new one comes by mail.")}>
      <form onSubmit={form.onSubmit((body) => ask.mutate(body), focusFirst(form))} noValidate>
        <Stack>
          {ask.isSuccess ? (
            <Alert variant="light" role="status">
              {ask.data.message}
            </Alert>
          ) : null}
          {ask.isError ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(ask.error, t("Please try again."))}
            </Alert>
          ) : null}
          <Text size="sm">
            {t("It goes to your email address, if you have confirmed it in your profile.")}
          </Text>
          <UsernameField maxLength={200} {...form.getInputProps("username")} />
          <Button type="submit" fullWidth busy={ask.isPending}>
            {ask.isPending ? t("Sending...") : t("Send the link")}
          </Button>
          <SecondaryButton fullWidth onClick={onBack}>
            {t("To the sign-in page")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}
