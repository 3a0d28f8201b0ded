import { expect, it } from "vitest";
import { ProfileInput } from "#contract/profile";
import { faultsIn } from "../../support/field-faults.ts";

const fine = {
  name: "Amina Wanjiru",
  email: "amina@demo.example",
  currentPassword: "",
  newPassword: "",
  confirmPassword: "",
};
/** What the form says before its call, by the schema of the call. */
const wrong = (change: object) => faultsIn(ProfileInput, { ...fine, ...change });

it("name and e-mail alone are enough, and a whole change of password is fine", () => {
  const change = { currentPassword: "old", newPassword: "new-pass", confirmPassword: "new-pass" };
  expect(wrong({})).toEqual({});
  expect(wrong(change)).toEqual({});
});

it.each([
  ["no name", { name: "  " }, { name: "Name is required" }],
  ["no e-mail", { email: "" }, { email: "Invalid email address" }],
  ["an e-mail that is none", { email: "amina" }, { email: "Invalid email address" }],
  [
    "another confirmation",
    { currentPassword: "old", newPassword: "new-pass", confirmPassword: "other" },
    { confirmPassword: "Passwords do not match" },
  ],
  [
    "no current password",
    { newPassword: "new-pass", confirmPassword: "new-pass" },
    { currentPassword: "Current password is required to change password" },
  ],
  [
    "a short password",
    { currentPassword: "old", newPassword: "short", confirmPassword: "short" },
    { newPassword: "Use at least 8 characters" },
  ],
])("%s is refused on its own field", (_, change, errors) => {
  expect(wrong(change)).toEqual(errors);
});

it("everything that is wrong is said at once", () => {
  expect(wrong({ name: "", email: "x", newPassword: "new-pass", confirmPassword: "y" })).toEqual({
    name: "Name is required",
    email: "Invalid email address",
    currentPassword: "Current password is required to change password",
    confirmPassword: "Passwords do not match",
  });
});
