import { existsSync, readFileSync } from "node:fs";
import { cloudflare } from "@cloudflare/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * `virtual:client-scripts` tells the worker what the built client files are called. The client is built first and leaves
 * its manifest; in tests and in `vite dev` there is none and the pages work without scripts or with the source file.
 */
export function clientScripts(): Plugin {
  const id = "virtual:client-scripts";
  return {
    name: "client-scripts",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(source) {
      if (source !== `\0${id}`) return undefined;
      const manifest = "dist/client/.vite/manifest.json";
      if (this.environment.mode !== "build" || !existsSync(manifest))
        return "export const portalScript = null;";
      const entries: Record<string, { file: string }> = JSON.parse(readFileSync(manifest, "utf8"));
      const portal = entries["web/portal/client.tsx"];
      return `export const portalScript = ${JSON.stringify(portal ? `/${portal.file}` : null)};`;
    },
  };
}

export default defineConfig({
  plugins: [react(), clientScripts(), cloudflare()],
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
        rollupOptions: { input: { portal: "web/portal/client.tsx" } },
      },
    },
    // The worker inlines the portal's stylesheet: it must stay readable to the same old WebViews as the script.
    mlango: { build: { outDir: "dist/mlango", minify: true, cssTarget: ["chrome69", "safari12"] } },
  },
});
