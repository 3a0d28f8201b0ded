import { expect } from "vitest";
import { has, is, type Row, texts } from "./row.ts";

export const others: Row[] = [
  ...texts("no reports", "Revenue Reports", "Usage Analytics", "Customer Reports", "Recent Reports"),
  { what: "reports: Generate Report on each card", how: "no reports", expect: is({ made: 3 }) },
  { what: "reports: the empty state", how: "no reports", expect: "No recent reports" },

  { what: "settings: title", how: "settings", expect: is({ heading: "Captive Portal Settings" }) },
  {
    what: "settings: title elsewhere",
    how: "settings of the main domain",
    expect: is({ heading: "System Settings" }),
  },
  { what: "settings: tabs", how: "settings", expect: is({ tabs: ["Appearance", "Content", "Contact"] }) },
  { what: "settings: Preview Portal", how: "settings", expect: is({ ownPortal: true }) },
  { what: "settings: Save", how: "settings", expect: is({ save: true }) },
  {
    what: "settings: default colours",
    how: "settings",
    expect: is({ colours: ["#0066cc", "#6366f1", "#ffffff", "#3B82F6", "#1F2937"] }),
  },
  ...[
    ["noImage", "Invalid File Type - Please upload an image file (PNG, JPG, SVG, etc.)"],
    ["tooLarge", "File Too Large - Please upload an image smaller than 5MB"],
    ["unreadable", "Upload Failed - Failed to read the uploaded file"],
    ["notUploaded", "Upload Failed - Failed to upload logo"],
    ["notSaved", "Error - Failed to update settings"],
  ].map(
    ([what = "", said]): Row => ({
      what: `settings: ${said}`,
      how: "settings form",
      expect: is({ [what]: said }),
    }),
  ),
  {
    what: "settings: a logo is not applied before Save",
    how: "settings form",
    expect: is({ sentWithLogo: false }),
  },

  { what: "vouchers: title", how: "vouchers", expect: is({ heading: "Voucher Management" }) },
  ...texts("vouchers", "Generate and manage access vouchers for your hotspot service."),
  {
    what: "vouchers: cards",
    how: "vouchers",
    expect: is({ cards: ["Total Vouchers", "Active", "Used", "Expired"] }),
  },
  {
    what: "vouchers: columns",
    how: "vouchers",
    expect: is({ heads: ["Code", "Plan", "Status", "Used At", "Expires", "Created", "Actions"] }),
  },
  { what: "vouchers: buttons", how: "vouchers", expect: is({ acts: ["Export", "Generate Vouchers"] }) },
  { what: "vouchers: copy in each row", how: "vouchers", expect: is({ copies: 1 }) },
  {
    what: "vouchers: Active, without an expiry Never",
    how: "vouchers",
    expect: is({ active: expect.stringMatching(/AAAA1-BBBBB.*3 Hours Active – Never/) }),
  },
  { what: "vouchers: Expired", how: "vouchers", expect: is({ expired: has("Expired") }) },
  {
    what: "vouchers: Used before Expired; an unknown plan",
    how: "vouchers",
    expect: is({ used: expect.stringMatching(/Unknown Used/) }),
  },
  ...texts("vouchers on their way", "Loading vouchers..."),
  ...texts("no vouchers", "No vouchers found. Generate some to get started!"),
  {
    what: "vouchers: quantity 1 by default, from 1 to 100; an entry that is no number is 1",
    how: "voucher form",
    expect: is({ usual: "1", least: "1", most: "100", noNumber: "1" }),
  },
  {
    what: "vouchers: expiry is a date and a time",
    how: "voucher form",
    expect: is({ expiry: "datetime-local" }),
  },
  {
    what: "vouchers: a plan is offered by name and price",
    how: "voucher form",
    expect: is({ options: expect.arrayContaining(["3 Hours KES 20"]) }),
  },
  {
    what: "vouchers: disabled without a plan and while pending",
    how: "voucher form",
    expect: is({ disabledWithoutPlan: true, disabledWithPlan: false, disabledWhilePending: true }),
  },
  {
    what: "vouchers: adminId comes from the session",
    how: "voucher form",
    expect: is({ sent: expect.arrayContaining(["adminId", "planId", "quantity"]), own: true }),
  },
  {
    what: "vouchers: generation fails",
    how: "voucher form",
    expect: is({ failure: "Error - Failed to generate vouchers" }),
  },
  {
    what: "vouchers: the file's name",
    how: "voucher export",
    expect: is({ name: expect.stringMatching(/^vouchers-\d{4}-\d\d-\d\d\.csv$/) }),
  },
  {
    what: "vouchers: the file's columns",
    how: "voucher export",
    expect: is({ head: "Code,Plan,Status,Used By,Used At,Expires At,Created At" }),
  },

  { what: "profile: title", how: "profile", expect: is({ heading: "Profile Settings" }) },
  ...texts("profile", "Manage your account information and security settings"),
  {
    what: "profile: role, Administrator by default, and username, both to read only; name and e-mail",
    how: "profile",
    expect: is({
      values: {
        Role: "Administrator",
        Username: "demo",
        "Full name": "Amina Wanjiru",
        "Email address": "amina@demo.example",
      },
      readOnly: true,
    }),
  },
  {
    what: "profile: three empty fields for a new password",
    how: "profile",
    expect: is({ passwords: { "Current password": "", "New password": "", "Confirm new password": "" } }),
  },
  { what: "profile: Save Changes", how: "profile", expect: is({ save: true }) },
  { what: "profile: Saving...", how: "profile form", expect: is({ pending: "Saving..." }) },
  ...[
    ["no name", "Name is required"],
    ["bad e-mail", "Invalid email address"],
    ["other confirmation", "Passwords do not match"],
    ["no current", "Current password is required to change password"],
  ].map(
    ([what = "", said]): Row => ({
      what: `profile: ${said}`,
      how: "profile form",
      expect: is({ errors: { [what]: [said] } }),
    }),
  ),
  { what: "profile: nothing of that is sent", how: "profile form", expect: is({ sent: false }) },
  {
    what: "profile: the server's words",
    how: "profile form",
    expect: is({ inWords: "Update Failed - This name is taken." }),
  },
  {
    what: "profile: without words",
    how: "profile form",
    expect: is({ wordless: "Update Failed - Failed to update profile" }),
  },
  {
    what: "profile: success",
    how: "profile form",
    expect: is({ saved: "Profile Updated - Your profile has been updated successfully." }),
  },
  { what: "profile: the session takes the new name", how: "profile form", expect: is({ name: "Joseph O." }) },
];
