import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./site/processes.ts";

/** The site's tests run what is deployed: client and worker, built by Vite. */
export default function setup(): void {
  const built = spawnSync(
    process.execPath,
    [join(root, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"],
    {
      cwd: root,
      stdio: "inherit",
      // Under a test runner NODE_ENV says test, and React would be built for development.
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (built.status !== 0) throw new Error("the build failed");
}
