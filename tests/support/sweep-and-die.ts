import { vi } from "vitest";
import { sweepMessages } from "#worker/features/messages/index";
import { testContext } from "./worker-context.ts";

/** A sweep whose process is gone before it wrote that a message was taken. */
export async function sweepAndDie(providerId: string): Promise<void> {
  const ctx = testContext();
  const tenant: typeof ctx.tenant = (id) => {
    const db = ctx.tenant(id);
    return {
      ...db,
      batch: (statements) => {
        if (statements.some((statement) => statement.query().sql.includes("state = 'sent'")))
          throw new Error("the process is gone");
        return db.batch(statements);
      },
    };
  };
  const quiet = vi.spyOn(console, "error").mockReturnValue();
  await sweepMessages({ ...ctx, tenant }, providerId);
  quiet.mockRestore();
}
