// What `cloudflare:workers` hands to tests that run inside the worker's runtime.
declare namespace Cloudflare {
  interface Env extends Readonly<import("../../worker/env.ts").Env> {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../worker/index.ts");
  }
}

interface ImportMeta {
  /** Vite's: the modules whose files match. */
  glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>;
  /** The texts of the files that match. */
  glob(pattern: string, options: { eager: true; query: "?raw"; import: "default" }): Record<string, string>;
}
