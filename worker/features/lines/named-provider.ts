import type { Context } from "../../context.ts";
import { portalBrand } from "../branding/index.ts";

/** As links to its customers' pages need it. */
export type Provider = { id: string; subdomain: string };

export async function namedProvider(ctx: Context, id: string): Promise<Provider> {
  const { owner } = await portalBrand(ctx, id, false);
  return { id, subdomain: owner?.subdomain ?? "" };
}
