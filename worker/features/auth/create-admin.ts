import type { Context } from "../../context.ts";
import { AppError, refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { hashPassword, passwordFault } from "./password.ts";
import { insertAdmin } from "./store.ts";
import { usernameFault, usernameKeyOf } from "./username.ts";

type NewAdmin = {
  /** Null = an admin of the platform. */
  providerId: string | null;
  username: string;
  name: string;
  email: string;
  password: string;
};

export const roles = { provider: "Administrator", platform: "Super Administrator" } as const;

/** @param hash what it gives must be what `verifyPassword` reads @throws AppError invalid, conflict when the username is taken */
export async function createAdmin(
  ctx: Pick<Context, "platform" | "now">,
  admin: NewAdmin,
  hash: (password: string) => Promise<string> = hashPassword,
): Promise<string> {
  const fault = usernameFault(admin.username) ?? passwordFault(admin.password);
  if (fault) throw new AppError("invalid", fault);
  const id = randomHex(128);
  const written = await ctx.platform.run(
    insertAdmin({
      id,
      providerId: admin.providerId,
      username: admin.username.trim(),
      usernameKey: usernameKeyOf(admin.username),
      name: admin.name,
      email: admin.email,
      role: admin.providerId === null ? roles.platform : roles.provider,
      passwordHash: await hash(admin.password),
      createdAt: ctx.now(),
    }),
  );
  if (written === 0) throw refuse("conflict", "username_taken");
  return id;
}
