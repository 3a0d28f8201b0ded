// What `cloudflare:workers` hands to tests that run inside the worker's runtime.
declare namespace Cloudflare {
  interface Env extends Readonly<import("../../worker/env.ts").Env> {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../worker/index.ts");
  }
}
