import { existsSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

type Manifest = Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>;

/** A file of the manifest and all that it fetches in turn, as addresses. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const found = manifest[key];
  if (!found) throw new Error(`the client was built without ${key}`);
  seen.add(`/${found.file}`);
  for (const one of found.imports ?? [])
    if (!seen.has(`/${manifest[one]?.file}`)) filesOf(manifest, one, seen);
  return [...seen];
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

/**
 * `virtual:client-scripts` tells the worker what the built client files are called. The client is built first and leaves
 * its manifest; in tests and in `vite dev` there is none and the pages work without scripts.
 */
export function clientScripts(): Plugin {
  const id = "virtual:client-scripts";
  return {
    name: "client-scripts",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const path = "dist/client/.vite/manifest.json";
      const isBuilt = this.environment.mode === "build" && existsSync(path);
      const scripts = isBuilt ? portalScripts(JSON.parse(readFileSync(path, "utf8"))) : null;
      return `export const portalScripts = ${JSON.stringify(scripts)};`;
    },
  };
}

/**
 * Vite wraps every import() so that stylesheets and preloads of the chunk come first. Ours have neither: the document
 * carries both, and a kilobyte of script is one that phones wait for.
 */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load: (id) =>
      id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

export default defineConfig({
  plugins: [plainImports(), react(), clientScripts(), cloudflare()],
  appType: "custom",
  // The port that MAIN_ORIGIN names in wrangler.toml; providers are subdomains of it.
  server: { port: 8787, strictPort: true, allowedHosts: [".localhost"] },
  builder: {
    async buildApp(builder) {
      const { client, mlango } = builder.environments;
      if (!client || !mlango) throw new Error("the client and the worker must both be configured");
      await builder.build(client);
      await builder.build(mlango);
    },
  },
  environments: {
    client: {
      build: {
        outDir: "dist/client",
        manifest: true,
        // Cheap phones with old WebViews buy here (DESIGN.md section 9).
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
    // The worker inlines the portal's stylesheet: it must stay readable to the same old WebViews as the script.
    mlango: { build: { outDir: "dist/mlango", minify: true, cssTarget: ["chrome69", "safari12"] } },
  },
});
