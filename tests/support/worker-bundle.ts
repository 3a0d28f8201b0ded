import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { SourceMap } from "node:module";
import { join, relative } from "node:path";
import { build, type Plugin } from "vite";
import { handbooks } from "../../deploy/handbooks.ts";
import { clientScripts } from "../../vite.config.ts";
import { fileOf, filesIn, ImportGraph } from "./import-graph.ts";

const root = join(import.meta.dirname, "..", "..");
const cache = join(root, "node_modules", ".cache", "worker-bundle");
/** Bundles of the last edits: another run may still load from one of them. */
const keptBundles = 3;

/** In which a change makes another bundle. */
const sources = ["worker", "web", "migrations/provider"];
const otherSources = [
  "package-lock.json",
  "deploy/handbooks.ts",
  "tests/support/worker-bundle.ts",
  "tests/support/import-graph.ts",
];

const mainFile = "worker/index.ts";
const testFolders = ["tests/worker", "tests/contract"];

/** By a file of the repository or a package's name: the module of the bundle that has its exports. */
type Bundle = { folder: string; modules: ReadonlyMap<string, string> };

/**
 * The worker for the tests in the Workers runtime: bundled once after an edit and kept. Its 900 modules, asked for one by one,
 * take the runtime longer to load than most files take to test. What tests import of it are small modules that pass on the
 * exports of one large one, so that tests and worker share each module, as they did before.
 */
export function workerBundle(): Plugin {
  let bundle: Promise<Bundle> | undefined;
  return {
    name: "worker-bundle",
    enforce: "pre",
    configResolved(config) {
      // The runtime loads these files by itself; all others are transformed for it as ever.
      const { server } = (config as unknown as { test: { server: { deps: { inline: unknown } } } }).test;
      server.deps.inline = [/^(?!.*\/\.cache\/worker-bundle\/)/];
      // While the runtime is loaded; a fault of it is told where the first module is asked for.
      bundle ??= bundled();
      bundle.catch(() => undefined);
    },
    async resolveId(source, importer) {
      const from = importer && relative(root, importer);
      if (
        /^(\0|virtual:|cloudflare:|node:)/.test(source) ||
        source.includes("?") ||
        from?.startsWith("worker/")
      )
        return;
      bundle ??= bundled();
      const name = source.startsWith("/") ? relative(root, source) : (from && fileOf(source, from)) || source;
      return (await bundle).modules.get(name);
    },
  };
}

const maps = new Map<string, SourceMap>();

/** A frame of a stack in a bundle becomes one of the file that it was bundled from. For Vitest's `onStackTrace`. */
export function showSource(frame: { file: string; line: number; column: number }): void {
  // The runtime names a module without the slash that its path begins with.
  const [, key, name] = /\/\.cache\/worker-bundle\/(\w+)\/(\w+\.mjs)$/.exec(frame.file) ?? [];
  if (!key || !name) return;
  const file = join(cache, key, name);
  const known = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  maps.set(file, known);
  const entry = known.findEntry(frame.line - 1, frame.column - 1);
  if (!("originalSource" in entry)) return;
  frame.file = join(file, "..", entry.originalSource);
  frame.line = entry.originalLine + 1;
  frame.column = entry.originalColumn + 1;
}

async function bundled(): Promise<Bundle> {
  const inputs = bundledModules();
  const folder = join(cache, keyOf(inputs));
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unfinished = mkdtempSync(join(cache, "unfinished-"));
    await bundleInto(unfinished, inputs);
    try {
      renameSync(unfinished, folder);
    } catch (cause) {
      // Another run was faster.
      rmSync(unfinished, { recursive: true });
      if (!existsSync(folder)) throw cause;
    }
    removeOldBundles();
  }
  return { folder, modules: new Map(inputs.map((name, place) => [name, join(folder, `${place}.mjs`)])) };
}

/** What the tests import of the product, and the packages that they share with it. */
function bundledModules(): string[] {
  const graph = new ImportGraph();
  const isTests = (file: string) => file.startsWith("tests/");
  const reached = graph.reachedFrom(filesIn(testFolders), isTests);
  const ofTests = [...reached].filter(isTests);
  const packages = new Set(ofTests.flatMap((file) => graph.importsOf(file).packages));
  packages.delete("vitest");
  const ofProduct = [...reached].filter((file) => !isTests(file) && /\.tsx?$/.test(file));
  return [...new Set([mainFile, ...ofProduct, ...packages])].sort();
}

function keyOf(inputs: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(inputs));
  for (const file of [...filesIn(sources, /./).sort(), ...otherSources])
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

function removeOldBundles(): void {
  const made = (name: string) => statSync(join(cache, name)).mtimeMs;
  const newestFirst = readdirSync(cache).sort((one, other) => made(other) - made(one));
  for (const name of newestFirst.slice(keptBundles))
    rmSync(join(cache, name), { recursive: true, force: true });
}

async function bundleInto(outDir: string, inputs: readonly string[]): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    plugins: [clientScripts({ isBuilt: false }), handbooks({ isBuilt: false })],
    // As it is deployed, but readable.
    oxc: { jsx: { development: false } },
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { noExternal: true, conditions: ["workerd", "worker", "module", "browser"] },
    ssr: { target: "webworker" },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      sourcemap: true,
      target: "esnext",
      rollupOptions: {
        input: Object.fromEntries(
          inputs.map((name, place) => [place, existsSync(join(root, name)) ? join(root, name) : name]),
        ),
        external: [/^cloudflare:/, /^node:/],
        preserveEntrySignatures: "strict",
        output: {
          sourcemapExcludeSources: true,
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name].mjs",
          codeSplitting: { groups: [{ name: "worker", test: (id) => !isLoadedLate(id) }] },
        },
      },
    },
  });
}

/** What makes certificates is loaded by the calls that do, in the order that it asks for (`loadX509` in worker/features/tunnels/certificates.ts). */
const isLoadedLate = (id: string) =>
  /node_modules\/(@peculiar|tsyringe|reflect-metadata|asn1js|pvtsutils|pvutils|bytestreamjs)\//.test(id);
