import { Alert, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import { originOf, type PageData } from "../../console/page-data.ts";
import { NewPasswordFields } from "../../console/password-field.tsx";
import { errorText } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
import { callApi, keptFor, useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

type Begun = { id: string; email: string };

/** A business signs up by itself: what it is, then the code that was mailed. */
export function SignUpPage({ page }: { page: PageData }) {
  useLanguage();
  const [begun, setBegun] = useState<Begun | null>(null);
  // The form stays as it was filled in for who goes back to it.
  return (
    <>
      <div hidden={begun !== null}>
        <About page={page} onBegun={setBegun} />
      </div>
      {begun ? <Code begun={begun} onBack={() => setBegun(null)} /> : null}
    </>
  );
}

const asTyped = { autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

function About({ page, onBegun }: { page: PageData; onBegun: (begun: Begun) => void }) {
  const needed = (typed: string) => (typed.trim() === "" ? t("Please fill this in") : null);
  const form = useForm({
    initialValues: {
      businessName: "",
      name: "",
      phone: "",
      email: "",
      subdomain: "",
      newPassword: "",
      confirmPassword: "",
    },
    validate: {
      businessName: needed,
      name: needed,
      phone: needed,
      email: needed,
      subdomain: needed,
      newPassword: (password) => ([...password].length < 8 ? t("Use at least 8 characters") : null),
      confirmPassword: (again, { newPassword }) =>
        again === newPassword ? null : t("Passwords do not match"),
    },
  });
  const begin = useMutation({
    mutationFn: ({ newPassword: password, confirmPassword: _, ...about }: typeof form.values) =>
      callApi("signUp", { body: { ...about, password } }),
    onSuccess: onBegun,
  });
  const { subdomain } = form.values;
  const [asked] = useDebouncedValue(subdomain.trim().toLowerCase(), 400);
  const check = useRead(
    "signUpSubdomain",
    { query: { name: asked } },
    { ...keptFor(5_000), enabled: asked !== "" },
  );
  const isAnswered = check.data?.subdomain === subdomain.trim().toLowerCase();
  const fault = isAnswered && check.data && !check.data.isFree ? check.data.message : null;
  const where = originOf(page.mainOrigin, subdomain.trim().toLowerCase() || "…").replace(/^https?:\/\//, "");
  const name = form.getInputProps("subdomain");
  return (
    <EntryCard title={t("Sign up your business")} subtitle={t("Sell internet over WiFi with your own page.")}>
      <form onSubmit={form.onSubmit((values) => begin.mutate(values), focusFirst(form))} noValidate>
        <Stack>
          {begin.isError ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(begin.error, t("Please try again."))}
            </Alert>
          ) : null}
          <TextInput
            label={t("Business Name")}
            autoComplete="organization"
            maxLength={100}
            {...form.getInputProps("businessName")}
          />
          <TextInput
            label={t("Address of your page")}
            description={
              isAnswered && check.data?.isFree ? t("{address} is free.", { address: where }) : where
            }
            autoComplete="off"
            maxLength={63}
            {...asTyped}
            {...name}
            error={name.error ?? fault}
          />
          <TextInput
            label={t("Your name")}
            autoComplete="name"
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("Phone")}
            type="tel"
            autoComplete="tel"
            placeholder="0712 345 678"
            maxLength={40}
            {...form.getInputProps("phone")}
          />
          <TextInput
            label={t("Email address")}
            description={t("A code goes to it. Later you sign in with it.")}
            type="email"
            autoComplete="username"
            maxLength={60}
            {...asTyped}
            {...form.getInputProps("email")}
          />
          <NewPasswordFields field={(field) => form.getInputProps(field)} />
          <Button type="submit" fullWidth busy={begin.isPending}>
            {begin.isPending ? t("Sending...") : t("Send me the code")}
          </Button>
          <SecondaryButton component="a" href={addresses.login} fullWidth>
            {t("I have an account")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}

function Code({ begun: { id, email }, onBack }: { begun: Begun; onBack: () => void }) {
  const form = useForm({
    initialValues: { code: "" },
    validate: {
      code: (typed) => (/^\s*(\d\s*){6}$/.test(typed) ? null : t("Enter the six digits of the letter")),
    },
  });
  const prove = useMutation({
    mutationFn: ({ code }: { code: string }) => callApi("confirmSignUp", { body: { id, code } }),
  });
  if (prove.data)
    return (
      <EntryCard
        title={prove.data.state === "approved" ? t("Your business is ready") : t("You have signed up")}
        subtitle={email}
      >
        <Alert variant="light" role="status">
          {prove.data.message}
        </Alert>
        {prove.data.address ? (
          <Button component="a" href={prove.data.address} fullWidth>
            {t("To the sign-in page")}
          </Button>
        ) : null}
      </EntryCard>
    );
  return (
    <EntryCard title={t("Look into your mail")} subtitle={email}>
      <form onSubmit={form.onSubmit((body) => prove.mutate(body), focusFirst(form))} noValidate>
        <Stack>
          {prove.isError ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(prove.error, t("Please try again."))}
            </Alert>
          ) : null}
          <Text size="sm">
            {t("A code of six digits comes within a few minutes. It is good for 30 minutes.")}
          </Text>
          <TextInput
            label={t("Code of the letter")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            data-autofocus
            {...form.getInputProps("code")}
          />
          <Button type="submit" fullWidth busy={prove.isPending}>
            {prove.isPending ? t("Sending...") : t("This address is mine")}
          </Button>
          <SecondaryButton fullWidth onClick={onBack}>
            {t("Change what I typed")}
          </SecondaryButton>
        </Stack>
      </form>
    </EntryCard>
  );
}
