import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { ProviderParams } from "./providers.ts";
import { Said } from "./said.ts";
import { UserParams } from "./users.ts";

/**
 * JSON, a line for each row: `{"table", "row"}`. The first line says whose and when, the last one how many rows there are. A voucher's `code`
 * and `foreign_code` are null while they give access: unused, or used for access that is not over.
 */
const file = { kind: "text", answer: z.string(), fresh: true } as const;

export const exportOwnData = endpoint({
  ...file,
  name: "exportOwnData",
  summary:
    "All data of the provider as one file, without anything that gives access: no codes of vouchers that are unused or in use",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/data-export",
  whileSuspended: true,
});

export const deleteCustomerData = endpoint({
  name: "deleteCustomerData",
  summary:
    "Remove phone number, devices, usage and messages of the customer of a device; what was paid stays, without a name. What has to end first is named (409)",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/users/:id/data",
  params: UserParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const deleteAccountData = endpoint({
  name: "deleteAccountData",
  summary:
    "Remove name, phone, notes and language of a customer whose lines are given up, with what else is kept of that phone; account number and money stay. What has to end first is named (409)",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/customers/:id/data",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const exportProviderData = endpoint({
  ...file,
  name: "exportProviderData",
  summary:
    "All data of one provider as one file, without anything that gives access: no codes of vouchers that are unused or in use",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/data-export",
  params: ProviderParams,
});

export const eraseProvider = endpoint({
  name: "eraseProvider",
  summary:
    "Remove a suspended provider and all that is kept of it, for ever. What has to end first is named (409)",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/erase",
  params: ProviderParams,
  /** The business name, typed to confirm. */
  body: z.strictObject({ name: oneLine(z.string().max(100), "field_name") }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
  fresh: true,
});

export const restoreProvider = endpoint({
  name: "restoreProvider",
  summary:
    "A suspended provider's own rows as they were at a moment of the last 30 days, with what was sold since",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/restore",
  params: ProviderParams,
  body: z.strictObject({ name: oneLine(z.string().max(100), "field_name"), at: Moment }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
  fresh: true,
});
