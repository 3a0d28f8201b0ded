import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { root } from "../support/site/processes.ts";
import { type Measure, median } from "./measure.ts";
import { figuresOf, processIn } from "./process-figures.ts";

const rounds = Number(process.env.BENCH_ROUNDS || 9);
const built = join(root, "dist", "mlango");

type Module = { type: "ESModule"; path: string; contents: string };

const empty: Module[] = [
  { type: "ESModule", path: "/index.js", contents: "export default { fetch: () => new Response() }" },
];

function builtModules(): Module[] {
  return readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .sort((left, right) => Number(right === "index.js") - Number(left === "index.js"))
    .map((path) => ({
      type: "ESModule",
      path: `/${path}`,
      contents: readFileSync(join(built, path), "utf8"),
    }));
}

/**
 * What the runtime uses until an isolate of the worker is there, its modules evaluated, beside one of a worker that does nothing: by turns,
 * so that what else the machine does slows both alike. Each cold isolate pays it, and each that holds objects.
 */
export async function measureStartup(): Promise<Measure[]> {
  const modules = builtModules();
  const taken: { own: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await cpuOfStart(empty);
    taken.push({ own: await cpuOfStart(modules), bare });
  }
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return [
    { what: "start of an empty worker", value: median(taken.map(({ bare }) => bare)), unit: "CPU ms" },
    { what: "start of the worker", value: median(taken.map(({ own }) => own)), unit: "CPU ms" },
    {
      what: "multiple of an empty worker's",
      value: rounded(median(taken.map(({ own, bare }) => own / bare))),
      unit: "",
    },
  ].map((measure) => ({ ...measure, budget: null }));
}

async function cpuOfStart(modules: Module[]): Promise<number> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      cf: false,
      telemetry: { enabled: false },
      workers: [
        {
          name: "started",
          compatibilityDate: "2026-09-01",
          compatibilityFlags: ["nodejs_compat"],
          modulesRoot: "/",
          modules,
        },
      ],
    }),
  );
  try {
    await miniflare.ready;
    const group = Number(readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ")[2]);
    return figuresOf(processIn(group, "workerd")).cpuMs;
  } finally {
    await miniflare.dispose();
  }
}
