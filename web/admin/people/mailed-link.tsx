import { Alert, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import type { PageData } from "../../console/page-data.ts";
import { NewPasswordFields } from "../../console/password-field.tsx";
import { errorText } from "../../console/toast.tsx";
import { focusFirst } from "../../console/use-submit.ts";
import { callApi } from "../api.ts";
import { addresses } from "../navigation.ts";
import { WaysInLeft } from "./ways-in-left.tsx";

export type MailedLink = { kind: "confirm" | "reset"; code: string };

/** The page of a link that was mailed: for a new password, or to confirm an address. Opening it alone does nothing: mail programs do that. */
export function MailedLinkPage({ link, page }: { link: MailedLink; page: PageData }) {
  useLanguage();
  const business = page.businessName ?? page.subdomain ?? "";
  return link.kind === "reset" ? (
    <NewPassword code={link.code} business={business} />
  ) : (
    <ConfirmEmail code={link.code} business={business} />
  );
}

type Linked = { code: string; business: string };

function NewPassword({ code, business }: Linked) {
  const form = useForm({
    initialValues: { newPassword: "", confirmPassword: "" },
    validate: {
      newPassword: (password) => ([...password].length < 8 ? t("Use at least 8 characters") : null),
      confirmPassword: (again, { newPassword }) =>
        again === newPassword ? null : t("Passwords do not match"),
    },
  });
  const set = useMutation({
    mutationFn: (password: string) => callApi("resetPassword", { body: { code, password } }),
  });
  return (
    <EntryCard title={t("Set a new password")} subtitle={business}>
      <Outcome
        done={set.data?.message}
        error={set.error}
        after={
          set.data ? (
            <WaysInLeft
              left={set.data.waysIn}
              end={() => callApi("endWaysInAfterReset", { body: { code } })}
            />
          ) : null
        }
      >
        <form
          onSubmit={form.onSubmit(({ newPassword }) => set.mutate(newPassword), focusFirst(form))}
          noValidate
        >
          <Stack>
            <NewPasswordFields field={(name) => form.getInputProps(name)} />
            <Button type="submit" fullWidth busy={set.isPending}>
              {set.isPending ? t("Saving...") : t("Save the password")}
            </Button>
          </Stack>
        </form>
      </Outcome>
    </EntryCard>
  );
}

function ConfirmEmail({ code, business }: Linked) {
  const confirm = useMutation({ mutationFn: () => callApi("confirmEmail", { body: { code } }) });
  return (
    <EntryCard title={t("Confirm your email address")} subtitle={business}>
      <Outcome done={confirm.data?.message} error={confirm.error}>
        <Button fullWidth busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t("This address is mine")}
        </Button>
      </Outcome>
    </EntryCard>
  );
}

/** What is asked, until it is done. */
function Outcome(props: {
  done: string | undefined;
  error: Error | null;
  /** What is to be known once it is done. */
  after?: ReactNode;
  children: ReactNode;
}) {
  const { done, error, after, children } = props;
  return (
    <Stack>
      {done === undefined ? null : (
        <Alert variant="light" role="status">
          {done}
        </Alert>
      )}
      {error ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(error, t("Please try again."))}
        </Alert>
      ) : null}
      {done === undefined ? children : after}
      {done === undefined && !error ? null : (
        // A new document: the code in its address is left behind.
        <SecondaryButton component="a" href={addresses.login}>
          {t("To the sign-in page")}
        </SecondaryButton>
      )}
    </Stack>
  );
}
