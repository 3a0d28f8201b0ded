import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { Said, says } from "./said.ts";

export const VerificationStarted = z.object({ success: z.literal(true), message: Said });
export type VerificationStarted = z.infer<typeof VerificationStarted>;

export const VerifyingPhone = z.strictObject({
  phoneNumber: z.string(says("phone_required")).trim().min(1, says("phone_required")).max(40),
});

/** What became of it stands in the configuration's `verification`. */
export const verifyProviderGateway = endpoint({
  name: "verifyProviderGateway",
  summary: "Send KSh 1 to the operator's phone by this configuration; paid, it may collect in production",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/payment-gateway/:configId/verify",
  params: z.object({ id: z.string().max(64), configId: z.string().max(64) }),
  body: VerifyingPhone,
  fresh: true,
  answer: VerificationStarted,
  hasSuccess: true,
  idempotent: true,
});
