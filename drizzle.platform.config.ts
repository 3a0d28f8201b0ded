import { defineConfig } from "drizzle-kit";

/** D1: the platform's own tables. */
export default defineConfig({
  dialect: "sqlite",
  schema: "./worker/db/schema/platform.ts",
  out: "./migrations/platform",
  casing: "snake_case",
});
