import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./tests/support/slowest-first.ts";
import { clientScripts, consoleCalls } from "./vite.config.ts";

/**
 * Pages one by one, how they look, the consoles with many rows, prompts that nobody answers, and journeys of setting up and
 * running a business: files of half a minute to four. They have a command of their own (`npm run test:pages`); `npm test` runs
 * in a browser and on whole sites what guards money, access and secrets.
 */
const pages = [
  "tests/e2e/console-{billing,dashboard,figures,import,kit,messages,outages,payments,payouts,people,plans,profile,reports,router-checklist,router-setup,routers,second-factor,session,settings,sign-up,taps,users,vouchers}.test.ts",
  "tests/e2e/acceptance-console{,-look}.test.ts",
  "tests/e2e/acceptance-portal{,-look,-old-browser,-xss}.test.ts",
  "tests/e2e/bad-evening.test.ts",
  "tests/e2e/choices.test.ts",
  "tests/e2e/free-trial.test.ts",
  "tests/journeys/{install,provider-day,week,zero-to-selling}.test.ts",
  "tests/e2e/superadmin-*.test.ts",
  "tests/e2e/unpaid.test.ts",
  "tests/e2e/portal-journey.test.ts",
  "tests/e2e/tv-pairing.test.ts",
];

/** A second, the runner's own, is over before a busy machine has answered a form. */
const pollPatiently = { timeout: 10_000 };

const rootSecret = "5eed".repeat(16);
const nameSecret = "4a3e".repeat(16);

/**
 * Files of the Workers runtime that take long and whose subject changes seldom: any JSON and any origin for every call, second factors,
 * handoffs, moves between routers, certificates, 500 payments at once. `npm run test:long`; with them `npm test` would pass its twenty minutes.
 */
const long = [
  "tests/contract/{bodies,origins}.test.ts",
  "tests/worker/auth/{handoff,second-factor}.test.ts",
  "tests/worker/entitlements/moves-between-routers.test.ts",
  "tests/worker/openvpn/*.test.ts",
  "tests/worker/payments/switch-500.test.ts",
  "tests/worker/providers/*.test.ts",
  "tests/worker/users/extend.test.ts",
];

/** Inside the Workers runtime: with D1, objects and queues. */
const inWorker = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  plugins: [
    react(),
    clientScripts(),
    cloudflareTest(async () => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          ROOT_SECRET: rootSecret,
          NAME_SECRET: nameSecret,
          MAIN_ORIGIN: "http://hotspot.localhost",
          PLATFORM_MPESA_ENVIRONMENT: "sandbox",
          PLATFORM_MPESA_CONSUMER_KEY: "platform-key",
          PLATFORM_MPESA_CONSUMER_SECRET: "platform-secret",
          PLATFORM_MPESA_SHORT_CODE: "600100",
          PLATFORM_MPESA_PASSKEY: "platform-passkey",
          PLATFORM_MPESA_INITIATOR_NAME: "platform-refunds",
          PLATFORM_MPESA_SECURITY_CREDENTIAL: "c2VhbGVkLXBsYXRmb3Jt",
          MPESA_SANDBOX_URL: "http://daraja.test",
          // The runtime sees no other variable of the shell; its `process.env` is made of these.
          HISTORIES: process.env.HISTORIES ?? "",
          SWEEP_ROWS: process.env.SWEEP_ROWS ?? "",
          TEST_MIGRATIONS: await readD1Migrations("./migrations/platform"),
        },
      },
    })),
  ],
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    isolate: false,
    setupFiles: ["tests/support/fresh-worker.ts"],
    // Bundled as in the built worker: CommonJS parts do not load one by one in the Workers runtime, and hundreds of
    // small modules take each file longer to load than to test.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: [
            "sanitize-html",
            "zod",
            "drizzle-orm",
            "drizzle-orm/durable-sqlite",
            "drizzle-orm/durable-sqlite/migrator",
            "drizzle-orm/sqlite-core",
            "drizzle-orm/sqlite-proxy",
            "hono",
            "otpauth",
            "react",
            "react/jsx-runtime",
            "react/jsx-dev-runtime",
            "react-dom/server.edge",
            "fast-check",
          ],
        },
      },
    },
    // Each file starts a runtime of its own and waits for it.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

/**
 * `worker` and `long`: inside the Workers runtime. `node`: rooms and simulators in Node.
 * `site` and `pages`: worker, bridge and simulators as processes of their own, and a real browser.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      inWorker("worker", ["tests/worker/**/*.test.ts", "tests/contract/**/*.test.ts"], long),
      inWorker("long", long),
      {
        plugins: [react(), consoleCalls()],
        resolve: {
          alias: {
            "cloudflare:workers": `${import.meta.dirname}/tests/properties/cloudflare-workers.ts`,
          },
        },
        test: {
          name: "node",
          maxWorkers: 2,
          include: ["tests/{bridge,web,simulators,support,values,rules,properties}/**/*.test.{ts,tsx}"],
          testTimeout: 30_000,
          // Some bring a whole database with them: more than the runner's ten seconds on a busy machine.
          hookTimeout: 60_000,
        },
      },
      {
        // The consoles' pages, each drawn whole in a DOM of its own process, with the network faked.
        plugins: [react(), consoleCalls()],
        test: {
          name: "ui",
          chaiConfig: { truncateThreshold: 0 },
          maxWorkers: 2,
          include: ["tests/ui/**/*.test.ts"],
          environment: "happy-dom",
          environmentOptions: {
            happyDOM: {
              ...{ url: "https://demo.hotspot.test/admin", width: 1280, height: 800 },
              settings: { device: { prefersReducedMotion: "reduce" } },
            },
          },
          setupFiles: ["tests/ui/support/setup.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "site",
          include: ["tests/{journeys,faults,e2e}/**/*.test.ts"],
          exclude: pages,
          globalSetup: ["tests/support/build-once.ts"],
          // Three sites at once: most of their time is waiting for clocks; two left two cores idle for 40 % of it.
          maxWorkers: 3,
          expect: { poll: pollPatiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Whole sites for minutes, and the command that makes the first super admin: a process of its own for each case.
        // `npm run test:long`.
        test: {
          name: "long-site",
          include: ["tests/long/**/*.test.ts"],
          globalSetup: ["tests/support/build-once.ts"],
          maxWorkers: 1,
          expect: { poll: pollPatiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "pages",
          include: pages,
          globalSetup: ["tests/support/build-once.ts"],
          maxWorkers: 3,
          expect: { poll: pollPatiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
