import { lazy, type ReactNode, Suspense, useState } from "react";
import type { resetPassword } from "#contract/forgotten-password";
import { adminAddresses as addresses } from "#contract/values/console-pages";
import { useCallForm } from "../../console/call-form.ts";
import { usePress } from "../../console/entry/calls.ts";
import { Button, ButtonLink, EntryCard, NewPassword, Notice } from "../../console/entry/kit.tsx";
import { t, useLanguage } from "../../console/language.ts";
import type { PageData } from "../../console/page-data.ts";
import type { Answer } from "../../console/request.ts";
import { repeatedFaults } from "../../console/sign-in-fields.ts";
import { errorText } from "../../console/toast.tsx";
import { callApi } from "../call-api.ts";

/** Read once the password is new: it writes dates as the console does. */
const WaysInLeft = lazy(async () => ({ default: (await import("./ways-in-left.tsx")).WaysInLeft }));

type MailedLink = { kind: "confirm" | "reset"; code: string };

/** The page of a link that was mailed: for a new password, or to confirm an address. Opening it alone does nothing: mail programs do that. */
export function MailedLinkPage({ link, page }: { link: MailedLink; page: PageData }) {
  useLanguage();
  const business = page.businessName ?? page.subdomain ?? "";
  return link.kind === "reset" ? (
    <ChosenPassword code={link.code} business={business} />
  ) : (
    <ConfirmEmail code={link.code} business={business} />
  );
}

type Linked = { code: string; business: string };

function ChosenPassword({ code, business }: Linked) {
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
            <Suspense>
              <WaysInLeft left={done.waysIn} end={() => callApi("endWaysInAfterReset", { body: { code } })} />
            </Suspense>
          ) : null
        }
      >
        <form className="entry-stack" onSubmit={submit} noValidate>
          <NewPassword field={(name) => form.getInputProps(name)} />
          <Button type="submit" busy={busy}>
            {busy ? t("Saving...") : t("Save the password")}
          </Button>
        </form>
      </Outcome>
    </EntryCard>
  );
}

function ConfirmEmail({ code, business }: Linked) {
  const confirm = usePress(() => callApi("confirmEmail", { body: { code } }));
  return (
    <EntryCard title={t("Confirm your email address")} subtitle={business}>
      <Outcome
        done={confirm.data?.message}
        error={confirm.error ? errorText(confirm.error, t("Please try again.")) : null}
      >
        <Button busy={confirm.busy} onClick={confirm.press}>
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
    <div className="entry-stack">
      {done === undefined ? null : <Notice>{done}</Notice>}
      {error ? <Notice tone="bad">{error}</Notice> : null}
      {done === undefined ? children : after}
      {done === undefined && !error ? null : (
        <ButtonLink href={addresses.login}>{t("To the sign-in page")}</ButtonLink>
      )}
    </div>
  );
}
