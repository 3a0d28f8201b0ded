import { Alert, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { resetPassword } from "#contract/forgotten-password";
import { useCallForm } from "../../console/call-form.ts";
import { Button, SecondaryButton } from "../../console/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import { EntryCard } from "../../console/log-in-card.tsx";
import type { PageData } from "../../console/page-data.ts";
import { NewPasswordFields, repeatedFaults } from "../../console/password-field.tsx";
import type { Answer } from "../../console/request.ts";
import { errorText } from "../../console/toast.tsx";
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
  const [done, setDone] = useState<Answer<typeof resetPassword> | null>(null);
  const { form, submit, busy, error } = useCallForm({
    initialValues: { newPassword: "", confirmPassword: "" },
    body: ({ newPassword: password }) => ({ code, password }),
    check: repeatedFaults,
    send: (body) => callApi("resetPassword", { body }),
    failure: { text: t("Please try again.") },
    fieldOf: { password: "newPassword" },
    onDone: setDone,
  });
  return (
    <EntryCard title={t("Set a new password")} subtitle={business}>
      <Outcome
        done={done?.message}
        error={error}
        after={
          done ? (
            <WaysInLeft left={done.waysIn} end={() => callApi("endWaysInAfterReset", { body: { code } })} />
          ) : null
        }
      >
        <form onSubmit={submit} noValidate>
          <Stack>
            <NewPasswordFields field={(name) => form.getInputProps(name)} />
            <Button type="submit" fullWidth busy={busy}>
              {busy ? t("Saving...") : t("Save the password")}
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
      <Outcome
        done={confirm.data?.message}
        error={confirm.error && errorText(confirm.error, t("Please try again."))}
      >
        <Button fullWidth busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {t("Confirm this address")}
        </Button>
      </Outcome>
    </EntryCard>
  );
}

/** What is asked, until it is done. */
function Outcome(props: {
  done: string | undefined;
  error: string | null;
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
          {error}
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
