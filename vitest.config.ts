import { enableCompileCache } from "node:module";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { type Project, suites } from "./tests/run/suites.ts";
import { guardRun } from "./tests/support/guard.mjs";
import { patienceMs } from "./tests/support/patience.ts";
import { SlowestFirst } from "./tests/support/slowest-first.ts";
import { showSource, workerBundle } from "./tests/support/worker-bundle.ts";
import { consoleCalls, consoleTexts } from "./vite.config.ts";

/** The project's name with its files. */
const filesOf = (name: Project) => ({
  name,
  include: [...suites[name].include],
  exclude: [...(suites[name].exclude ?? [])],
});

/** A second, the runner's own, is over before a busy machine has answered a form. */
const pollPatiently = { timeout: patienceMs };

// Also of a Vitest that was started by hand.
guardRun();

// Wrangler and Miniflare are megabytes of script, read anew by every run: kept as compiled, half a second less.
enableCompileCache("node_modules/.cache/node");
const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");

// Objects and rows of a test are garbage within milliseconds: a heap that begins large is collected less often, for 7 % of the time.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= "--initial-heap-size=1024";

const rootSecret = "5eed".repeat(16);
const nameSecret = "4a3e".repeat(16);

type Consumer = {
  queue: string;
  max_batch_size: number;
  max_retries: number;
  retry_delay: number;
  dead_letter_queue?: string;
};

/** A batch waits for no second message: a test that queued one looks at once what became of it. */
async function promptConsumers() {
  const { unstable_readConfig } = await import("wrangler");
  const { queues }: { queues: { consumers: Consumer[] } } = unstable_readConfig({
    config: "./wrangler.toml",
  });
  const prompt = queues.consumers.map((consumer) => [
    consumer.queue,
    {
      maxBatchSize: consumer.max_batch_size,
      maxBatchTimeout: 0,
      maxRetries: consumer.max_retries,
      retryDelay: consumer.retry_delay,
      deadLetterQueue: consumer.dead_letter_queue,
    },
  ]);
  return Object.fromEntries(prompt);
}

/** Ends what hangs, and judges no speed: a busy machine is three times as slow as a quiet one. */
const hangMs = 180_000;

/** Inside the Workers runtime: with D1, objects and queues. */
const inWorker = (name: "worker" | "long") => ({
  plugins: [
    workerBundle(),
    cloudflareTest(async () => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        queueConsumers: await promptConsumers(),
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
          SHORT_RUN: process.env.SHORT_RUN ?? "",
          SWEEP_ROWS: process.env.SWEEP_ROWS ?? "",
          PROVIDERS: process.env.PROVIDERS ?? "",
          TEST_MIGRATIONS: await readD1Migrations("./migrations/platform"),
        },
      },
    })),
  ],
  test: {
    ...filesOf(name),
    isolate: false,
    setupFiles: ["tests/support/fresh-worker.ts"],
    onStackTrace: (_error: Error, frame: Parameters<typeof showSource>[0]) => showSource(frame),
    // A runtime waits for its rows a fifth of the time: two on two cores left a quarter of them idle.
    maxWorkers: 3,
    expect: { poll: pollPatiently },
    testTimeout: hangMs,
    hookTimeout: hangMs,
  },
});

/** In Node: rooms, simulators, and the worker's own code on a stand-in of its runtime. */
const inNode = (name: "node" | "histories", isolate: boolean) => ({
  plugins: [react(), consoleCalls(), consoleTexts()],
  resolve: {
    alias: { "cloudflare:workers": `${import.meta.dirname}/tests/properties/cloudflare-workers.ts` },
  },
  test: {
    ...filesOf(name),
    // A process for each file would take a third of the time of `node` to start, and to load what all of them need.
    isolate,
    maxWorkers: 2,
    expect: { poll: { ...pollPatiently, interval: 5 } },
    testTimeout: hangMs,
    hookTimeout: hangMs,
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
      inWorker("worker"),
      inWorker("long"),
      inNode("node", false),
      // Each plays the worker's own code, whose modules keep something: a file has a process of its own.
      inNode("histories", true),
      {
        // The consoles' pages, each drawn whole in a DOM of its own process, with the network faked.
        plugins: [react(), consoleCalls(), consoleTexts()],
        test: {
          ...filesOf("ui"),
          isolate: false,
          chaiConfig: { truncateThreshold: 0 },
          maxWorkers: 2,
          expect: { poll: pollPatiently },
          environment: "happy-dom",
          environmentOptions: {
            happyDOM: {
              url: "https://demo.hotspot.test/admin",
              width: 1280,
              height: 800,
              settings: { device: { prefersReducedMotion: "reduce" } },
            },
          },
          setupFiles: ["tests/ui/support/setup.ts"],
          testTimeout: hangMs,
        },
      },
      {
        test: {
          ...filesOf("site"),
          globalSetup: ["tests/support/build-once.ts"],
          // Three sites at once: most of their time is waiting for clocks; two left two cores idle for 40 % of it.
          maxWorkers: 3,
          expect: { poll: pollPatiently },
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        // Whole sites for minutes, and the command that makes the first super admin: a process of its own for each case.
        // `npm run test:long`.
        test: {
          ...filesOf("long-site"),
          globalSetup: ["tests/support/build-once.ts"],
          maxWorkers: 1,
          expect: { poll: pollPatiently },
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
      {
        test: {
          ...filesOf("pages"),
          // What a page's reader found is in the message whole, not as "Array(1)".
          chaiConfig: { truncateThreshold: 0 },
          globalSetup: ["tests/support/build-once.ts"],
          // A third browser made each test four to six times slower than alone: there are two cores, and long-site beside it.
          maxWorkers: 2,
          expect: { poll: pollPatiently },
          testTimeout: hangMs,
          hookTimeout: hangMs,
        },
      },
    ],
  },
});
