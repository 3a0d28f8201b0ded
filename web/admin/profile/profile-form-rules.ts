import * as z from "zod/mini";
import { t } from "../../console/language.ts";

/** The rules and texts of worker/contract/profile.ts, said before anything is sent; the server says them again. */
export function profileSchema() {
  return z
    .object({
      name: z.string().check(z.trim(), z.minLength(1, t("Name is required")), z.maxLength(100)),
      email: z.string().check(z.trim(), z.email(t("Invalid email address")), z.maxLength(200)),
      currentPassword: z.string(),
      newPassword: z
        .string()
        .check(z.refine((value) => value === "" || value.length >= 8, t("Use at least 8 characters"))),
      confirmPassword: z.string(),
    })
    .check(
      z.refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
        path: ["confirmPassword"],
        error: t("Passwords do not match"),
        when: always,
      }),
      z.refine(({ newPassword, currentPassword }) => newPassword === "" || currentPassword !== "", {
        path: ["currentPassword"],
        error: t("Current password is required to change password"),
        when: always,
      }),
    );
}

/** Every field says what is wrong with it at once, not one after the other. */
const always = () => true;
