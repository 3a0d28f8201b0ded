import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, extname, join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { Hono } from "hono";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { consoleChunks } from "./deploy/console-chunks.ts";
import { handbooks } from "./deploy/handbooks.ts";
import { type BuiltFile, type Signed, signBridge, signingOf } from "./deploy/sign-bridge.ts";
import about from "./package.json" with { type: "json" };
import type { Endpoint } from "./worker/contract/endpoint.ts";
import { installer } from "./worker/features/bridges/install/install-script.ts";
import { securityHeaders } from "./worker/http/security-headers.ts";

type Manifest = Record<
  string,
  { file: string; imports?: string[]; isDynamicEntry?: boolean; css?: string[] }
>;

/** A file of the manifest and all that it fetches in turn, as addresses. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const found = manifest[key];
  if (!found) throw new Error(`the client was built without ${key}`);
  seen.add(`/${found.file}`);
  for (const one of found.imports ?? [])
    if (!seen.has(`/${manifest[one]?.file}`)) filesOf(manifest, one, seen);
  return [...seen];
}

/**
 * What the document of a console names: the entry, which is all that a page before log-in needs; the console itself with its stylesheets;
 * and of each page what it needs besides.
 */
function consoleFiles(manifest: Manifest, name: string): object {
  const [script = "", ...preload] = filesOf(manifest, `web/${name}/client.tsx`);
  const first = [script, ...preload];
  const scripts = filesOf(manifest, `web/${name}/console.tsx`).filter((file) => !first.includes(file));
  const loaded = Object.values(manifest).filter(({ file }) => [...first, ...scripts].includes(`/${file}`));
  const styles = [...new Set(loaded.flatMap(({ css = [] }) => css))].map((file) => `/${file}`);
  const pages = Object.keys(manifest)
    .filter((key) => key.startsWith(`web/${name}/pages/`) && manifest[key]?.isDynamicEntry)
    .map((key) => [
      basename(key, extname(key)),
      filesOf(manifest, key).filter((file) => !first.includes(file) && !scripts.includes(file)),
    ]);
  return { script, preload, scripts, styles, pages: Object.fromEntries(pages) };
}

function portalScripts(manifest: Manifest): object {
  const entry = (language: string) => {
    const [script, ...preload] = filesOf(manifest, `web/portal/client-${language}.ts`);
    return { script, preload };
  };
  const rare = Object.keys(manifest)
    .filter((key) => key.startsWith("web/portal/") && manifest[key]?.isDynamicEntry)
    .map((key) => [basename(key, extname(key)), filesOf(manifest, key)]);
  return { entries: { en: entry("en"), sw: entry("sw") }, rare: Object.fromEntries(rare) };
}

function builtFile(file: string): BuiltFile {
  const sha256 = createHash("sha256")
    .update(readFileSync(`dist/client/${file}`))
    .digest("hex");
  return { address: `/${file}`, sha256 };
}

/** The installer beside the bridge, and both signed where the environment names a key; kept for the next build. */
function signedRelease(bundle: BuiltFile): Signed | null {
  const script = installer();
  const name = `assets/mlango-install-${createHash("sha256").update(script).digest("hex").slice(0, 8)}.sh`;
  writeFileSync(`dist/client/${name}`, script);
  const signing = signingOf(process.env);
  if (!signing) return null;
  const signed = signBridge(
    { version: about.version, bundle, installer: builtFile(name) },
    signing,
    Date.now(),
  );
  if (signing.last) writeFileSync(signing.last, JSON.stringify(signed));
  return signed;
}

/**
 * What libraries bring along and nobody calls. In the worker: React's streaming renderer beside `renderToString`; of what cleans
 * advertisements (`clean-html.ts`) the parsers of style and `srcset`, which none may have, the dates of what else its helper cleans, and all
 * of the HTML parser that makes trees. In the consoles: dates written inside a text, which `tests/web/console/messages.test.ts` refuses.
 */
function withoutUnused(): Plugin {
  const id = "\0unused";
  const isUnused = (source: string, importer = "") =>
    source === "postcss" ||
    source === "parse-srcset" ||
    (source === "dayjs" && /[\\/]launder[\\/]/.test(importer)) ||
    source.startsWith("@messageformat/date-skeleton") ||
    source.endsWith("/react-dom-server.edge.production.js");
  return {
    name: "without-unused",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (isUnused(source, importer)) return id;
      if (source !== "htmlparser2") return undefined;
      const whole = await this.resolve(source, importer, { skipSelf: true });
      return whole && join(dirname(whole.id), "Parser.js");
    },
    load: (source) =>
      source === id
        ? "export const version = null, parseDateTokens = null, getDateFormatOptions = null;"
        : undefined,
  };
}

/** A value as a script in which each file stands once: the pages of a console name the same few. */
function scriptOf(value: object): string {
  const files: string[] = [];
  const json = JSON.stringify(value).replace(/"\/assets\/[^"]+"/g, (file) => {
    if (!files.includes(file)) files.push(file);
    return `files[${files.indexOf(file)}]`;
  });
  return `((files) => (${json}))([${files}])`;
}

/**
 * `virtual:portal-scripts` and `virtual:client-scripts` tell the worker what the built client files are called: those of the portal, which
 * it needs from its start, and the consoles' with the bridge's. The client is built first and leaves its manifest; in tests and in
 * `vite dev` there is none and the pages work without scripts.
 * @param isBuilt false: names no client files, also where an earlier build left some
 */
export function clientScripts({ isBuilt = true } = {}): Plugin {
  const ofPortal = "virtual:portal-scripts";
  const ofRest = "virtual:client-scripts";
  return {
    name: "client-scripts",
    resolveId: (source) => (source === ofPortal || source === ofRest ? `\0${source}` : undefined),
    load(source) {
      if (source !== `\0${ofPortal}` && source !== `\0${ofRest}`) return undefined;
      const isBuild = isBuilt && this.environment.mode === "build";
      const read = (name: string): Manifest | null => {
        const path = `dist/client/.vite/${name}`;
        return isBuild && existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
      };
      if (source.endsWith(ofPortal)) {
        const portal = read("manifest.json");
        return `export const portalScripts = ${JSON.stringify(portal && portalScripts(portal))};`;
      }
      const rest = read("consoles.json");
      const consoles = rest && {
        admin: consoleFiles(rest, "admin"),
        superadmin: consoleFiles(rest, "superadmin"),
      };
      const bridge = read("bridge.json")?.["bridge/main.ts"];
      const bridgeFile = bridge && builtFile(bridge.file);
      const release = bridgeFile && signedRelease(bridgeFile);
      return `export const bridgeFile = ${JSON.stringify(bridgeFile ?? null)};export const signedRelease = ${JSON.stringify(release ?? null)};export const consoles = ${consoles ? scriptOf(consoles) : null};`;
    },
  };
}

/**
 * `virtual:provider-calls` and `virtual:platform-calls`: method, path and roles of every call that one audience's console names, from the
 * contract; `…-entry`: of those alone that the pages before a console make. The schemas stay out of the consoles' scripts, and one
 * console's calls out of the other's.
 */
export function consoleCalls(): Plugin {
  const audiences = {
    "virtual:provider-calls": "provider",
    "virtual:provider-entry": "provider",
    "virtual:platform-calls": "platform",
    "virtual:platform-entry": "platform",
  } as const;
  const isOurs = (id: string): id is keyof typeof audiences => id in audiences;
  return {
    name: "console-calls",
    resolveId: (source) => (isOurs(source) ? `\0${source}` : undefined),
    async load(id) {
      const source = id.slice(1);
      if (!id.startsWith("\0") || !isOurs(source)) return undefined;
      const contract: typeof import("./worker/contract/index.ts") = await import(
        pathToFileURL(resolve("worker/contract/index.ts")).href
      );
      const audience = audiences[source];
      const folders = [audience === "provider" ? "admin" : "superadmin", "console"];
      // The pages before a console have a list of their own.
      const files = folders
        .flatMap((folder) => sourcesOf(resolve("web", folder)))
        .filter((text) => !text.includes('/call-api.ts"'));
      const named = new Set(files.flatMap((text) => text.match(/(?<=")\w+(?=")/g) ?? []));
      const own = contract.endpoints.filter(({ audience: asked, kind, name }) => {
        const isBefore = entryCalls[audience].includes(name);
        if (source.endsWith("-entry")) return isBefore;
        return (
          (kind === "json" || kind === "text") && (asked.includes(audience) || isBefore) && named.has(name)
        );
      });
      return `const calls = {}; let method, also;
      for (const line of ${JSON.stringify(callLines(own).join("\n"))}.split("\\n")) {
        const [name, ...rest] = line.split(" ");
        if (name[0] === "#") [method, also] = [name.slice(1), rest];
        else calls[name] = { method, path: "/api/" + rest[0], also };
      }
      export { calls };`;
    },
  };
}

/**
 * `virtual:field-texts/en` and `/sw`: of the server's sentences those that the contract and the consoles name, so that a form which checks
 * before its call says what the server would. `virtual:entry-texts/sw`: the Kiswahili of the pages before a console, and of no others.
 */
export function consoleTexts(): Plugin {
  const fields = "virtual:field-texts/";
  const entry = "virtual:entry-texts/sw";
  return {
    name: "console-texts",
    resolveId: (source) => (source.startsWith(fields) || source === entry ? `\0${source}` : undefined),
    async load(id) {
      if (id === `\0${entry}`) return `export default ${JSON.stringify(entryTexts())};`;
      if (!id.startsWith(`\0${fields}`)) return undefined;
      const contract = resolve("worker/contract");
      const { texts }: typeof import("./worker/contract/texts.ts") = await import(
        pathToFileURL(join(contract, "texts.ts")).href
      );
      const named = new Set([
        ...namedIn(contract, /(?<=")[a-z0-9_]+(?=")/g, ["texts", "texts.ts"]),
        ...namedIn(resolve("web"), /(?<=say: ")[a-z0-9_]+(?=")/g, ["portal"]),
      ]);
      const own = Object.entries(texts[id.endsWith("sw") ? "sw" : "en"]).filter(([key]) => named.has(key));
      return `export default ${JSON.stringify(Object.fromEntries(own))};`;
    },
  };
}

/** Of the consoles' Kiswahili what is said from the provider's entry on, before its console comes. */
function entryTexts(): Readonly<Record<string, string>> {
  const all: Record<string, string> = JSON.parse(readFileSync("web/console/messages/sw.json", "utf8"));
  const source = sourcesFrom(resolve("web/admin/client.tsx"), resolve("web/admin/console.tsx")).join("");
  return Object.fromEntries(Object.entries(all).filter(([text]) => source.includes(JSON.stringify(text))));
}

/** The texts of a file and of all that it imports of its neighbours, at once or later. @param end and nothing from there on */
function sourcesFrom(file: string, end: string, seen = new Set<string>()): string[] {
  if (seen.has(file) || file === end) return [];
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const imports = source.matchAll(/(?<!import type .*)(?:from |import\()"(\.[^"]+\.tsx?)"/g);
  return [source, ...[...imports].flatMap(([, to = ""]) => sourcesFrom(resolve(file, "..", to), end, seen))];
}

function namedIn(folder: string, name: RegExp, except: readonly string[]): string[] {
  return sourcesOf(folder, except).flatMap((text) => text.match(name) ?? []);
}

function sourcesOf(folder: string, except: readonly string[] = []): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !except.includes(file.split(sep)[0] ?? ""))
    .map((file) => readFileSync(join(folder, file), "utf8"));
}

/** The owner may ask everything and most calls are GET, so that only others are named. */
/** Names and paths below their method and roles: as lines of words they are half as long on their way to a phone as objects. */
function callLines(endpoints: readonly Endpoint[]): string[] {
  const alike = Map.groupBy(endpoints, ({ method, roles }) =>
    [`#${method}`, ...roles.filter((role) => role !== "owner")].join(" "),
  );
  return [...alike].flatMap(([head, own]) => [head, ...own.map(callLine).sort()]);
}

function callLine({ name, path }: Endpoint): string {
  if (!path.startsWith("/api/")) throw new Error(`${name} is no call: ${path}`);
  return `${name} ${path.slice("/api/".length)}`;
}

/** What is asked before a console is drawn. */
const entryCalls: Readonly<Record<"provider" | "platform", readonly string[]>> = {
  provider: [
    ...["adminSession", "adminLogIn", "enterByHandoff", "personInvitation", "acceptPersonInvitation"],
    ...["askPasswordReset", "resetPassword", "endWaysInAfterReset", "confirmEmail"],
    ...["signUpSubdomain", "signUp", "confirmSignUp", "getSettings"],
  ],
  platform: [
    ...["platformSession", "platformLogIn", "getTheme", "getSecondFactor"],
    ...["platformInvitation", "acceptPlatformInvitation"],
  ],
};

/**
 * Vite wraps every import() so that stylesheets and preloads of the chunk come first. Ours have neither: the document
 * carries both, and a kilobyte of script is one that phones wait for.
 */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

/**
 * Of the consoles a page's stylesheet goes behind those that the document names, which stand right before the root: in the head it would
 * be before them, and what a page says of a part of the kit would count for nothing.
 */
function stylesBeforeRoot(): Plugin {
  const inHead = "document.head.appendChild(link)";
  return {
    name: "styles-before-root",
    applyToEnvironment: ({ name }) => name === "consoles",
    transform(code, id) {
      if (id !== "\0vite/preload-helper.js") return undefined;
      if (!code.includes(inHead)) throw new Error("Vite adds stylesheets in another way");
      return { code: code.replace(inHead, 'document.getElementById("root").before(link)'), map: null };
    },
  };
}

/** `_headers`, by which Cloudflare answers built files: they never reach the worker, which gives the same to all others. */
function fileHeaders(): Plugin {
  return {
    name: "file-headers",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const { headers } = await new Hono()
        .use(securityHeaders)
        .get((c) => c.body(null))
        .request("/");
      headers.set("cache-control", "public, max-age=31536000, immutable");
      const lines = [...headers].map(([name, value]) => `  ${name}: ${value}`);
      this.emitFile({ type: "asset", fileName: "_headers", source: `/assets/*\n${lines.join("\n")}\n` });
    },
  };
}

/**
 * The worker's files in ASCII alone: a single sign beyond Latin-1 has the engine keep and scan all of a file as two bytes a letter. And
 * `dist/worker-chunks.json`: how large each is, of how many modules, and what it loads with itself.
 */
function workerChunks(): Plugin {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "worker-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "mlango",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one) => {
        if (one.type !== "chunk") return [];
        one.code = one.code.replace(/[^\0-\x7f]/g, escaped);
        const { fileName: file, isEntry, imports, code } = one;
        return { file, isEntry, bytes: code.length, modules: Object.keys(one.modules).length, imports };
      });
      writeFileSync("dist/worker-chunks.json", JSON.stringify(chunks));
    },
  };
}

export default defineConfig(async (): Promise<UserConfig> => {
  // Loaded by a build alone: tests take plugins from this file, and this one takes a second to load.
  const { cloudflare } = await import("@cloudflare/vite-plugin");
  return {
    plugins: [
      plainImports(),
      stylesBeforeRoot(),
      withoutUnused(),
      react(),
      clientScripts(),
      consoleCalls(),
      consoleTexts(),
      handbooks(),
      fileHeaders(),
      workerChunks(),
      cloudflare(),
    ],
    appType: "custom",
    // The port that MAIN_ORIGIN names in wrangler.toml; providers are subdomains of it.
    server: { port: 8787, strictPort: true, allowedHosts: [".localhost"] },
    builder: {
      async buildApp(builder) {
        const { client, consoles, bridge, mlango } = builder.environments;
        if (!client || !consoles || !bridge || !mlango)
          throw new Error("portal, consoles, bridge and worker must all be configured");
        await builder.build(client);
        await builder.build(consoles);
        await builder.build(bridge);
        await builder.build(mlango);
      },
    },
    environments: {
      client: {
        build: {
          outDir: "dist/client",
          manifest: true,
          // Cheap phones with old WebViews buy here (docs/design.md, "Budgets").
          target: ["chrome69", "safari12"],
          // The head of the document names what an entry fetches in turn.
          modulePreload: false,
          // One entry for each language: a visitor loads the words of one.
          rollupOptions: {
            input: { "portal-en": "web/portal/client-en.ts", "portal-sw": "web/portal/client-sw.ts" },
            // What any two of them need comes in one file: many small ones compress worse and take more time to fetch.
            output: { codeSplitting: { groups: [{ name: "portal", minShareCount: 2 }] } },
          },
        },
      },
      consoles: {
        consumer: "client",
        build: {
          outDir: "dist/client",
          // The portal's files lie there already.
          emptyOutDir: false,
          manifest: ".vite/consoles.json",
          target: ["chrome111", "safari16.4"],
          rollupOptions: {
            input: {
              admin: "web/admin/client.tsx",
              "admin-console": "web/admin/console.tsx",
              superadmin: "web/superadmin/client.tsx",
              "superadmin-console": "web/superadmin/console.tsx",
            },
            output: { codeSplitting: consoleChunks },
          },
        },
      },
      // One file with everything that it needs besides Node: what a site downloads.
      bridge: {
        consumer: "server",
        resolve: { noExternal: true, builtins: [/^node:/, ...builtinModules] },
        build: {
          outDir: "dist/client",
          emptyOutDir: false,
          manifest: ".vite/bridge.json",
          target: "node22",
          minify: true,
          rollupOptions: {
            input: { "mlango-bridge": "bridge/main.ts" },
            output: {
              entryFileNames: "assets/mlango-bridge-[hash].mjs",
              codeSplitting: false,
              banner: "#!/usr/bin/env node",
            },
          },
        },
      },
      // The worker inlines the portal's stylesheet: it must stay readable to the same old WebViews as the script.
      mlango: { build: { outDir: "dist/mlango", minify: true, cssTarget: ["chrome69", "safari12"] } },
    },
  };
});
