// A worker that does nothing, under the same runtime in the same way: what every figure is a ratio to.
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    cf: false,
    telemetry: { enabled: false },
    workers: [
      {
        name: "bare",
        compatibilityDate: "2026-09-01",
        modules: true,
        script: "export default { fetch: () => new Response('ok') }",
      },
    ],
  }),
);
const origin = await miniflare.ready;
process.once("SIGTERM", () => void miniflare.dispose().then(() => process.exit(0)));
console.log(JSON.stringify({ ready: true, origin: origin.origin }));
