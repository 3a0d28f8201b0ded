import { defineConfig } from "drizzle-kit";

/** The tables of each provider, in its own object. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./worker/db/schema/tenant.ts",
  out: "./migrations/provider",
  casing: "snake_case",
});
