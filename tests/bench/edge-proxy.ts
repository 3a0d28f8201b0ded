import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompress, constants } from "node:zlib";

const compressed = /^(text\/|application\/(javascript|json))|svg/;

/**
 * What Cloudflare's edge does between the worker and the phone: pages, scripts and data are compressed with brotli at
 * quality 4. Listens on a port of its own before the one of the worker.
 */
export async function startEdgeProxy(workerPort: number): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    // The worker shall answer plainly: what it would compress itself, the platform's edge compresses.
    const { method, url: path } = incoming;
    const { "accept-encoding": _codings, ...headers } = incoming.headers;
    const onward = request({ host: "127.0.0.1", port: workerPort, method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const body = Buffer.concat(chunks);
        const { "content-length": _length, "transfer-encoding": _coding, ...rest } = answer.headers;
        const send = (bytes: Buffer, coding: Record<string, string>) => {
          outgoing.writeHead(answer.statusCode ?? 502, {
            ...rest,
            ...coding,
            "content-length": bytes.length,
          });
          outgoing.end(bytes);
        };
        if (!compressed.test(String(rest["content-type"] ?? ""))) return send(body, {});
        brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, (failed, small) =>
          failed ? send(body, {}) : send(small, { "content-encoding": "br" }),
        );
      });
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
