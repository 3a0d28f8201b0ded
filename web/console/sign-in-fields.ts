import { t } from "./language.ts";
import { RequestError } from "./request.ts";

// What is asked of who signs in. The pages before a console and the console itself draw these, each by fields of its own.

/** As it is typed: no phone writes it larger, or better. */
export const usernameField = () =>
  ({
    label: t("Username"),
    autoComplete: "username",
    autoCapitalize: "none",
    autoCorrect: "off",
    spellCheck: false,
  }) as const;

export const passwordField = () => ({ label: t("Password"), autoComplete: "current-password" });

/** The button in a field of a password. */
export const passwordToggle = () => ({ "aria-label": t("Show password") });

/** A new password is typed twice. */
export const newPasswordFields = () => ({
  first: { label: t("New password"), autoComplete: "new-password" },
  again: { label: t("Confirm new password"), autoComplete: "new-password" },
});

export function repeatedFaults(typed: { newPassword: string; confirmPassword: string }) {
  const text = { say: "passwords_differ" } as const;
  return typed.newPassword === typed.confirmPassword ? [] : [{ path: "confirmPassword", text }];
}

/** A code of the app, or a recovery code. */
export const codeField = () =>
  ({
    label: t("Code of your authenticator app"),
    description: t("Six digits, or one of your recovery codes."),
    autoComplete: "one-time-code",
    autoCapitalize: "none",
    spellCheck: false,
    maxLength: 40,
  }) as const;

/** The password was right, and a code is asked for beside it; or the code was wrong. */
export const isCodeAsked = (cause: unknown): boolean =>
  cause instanceof RequestError && cause.code === "second_factor_needed";
