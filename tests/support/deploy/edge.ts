import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:https";

/**
 * Port 443 of every name, as a proxy: what answers at a name listens somewhere else. Streams and WebSockets go through it.
 * @param behind where that is
 */
export async function serveEdge(
  identity: { key: string; cert: string },
  behind: (host: string) => Promise<URL>,
): Promise<void> {
  const onward = async (incoming: IncomingMessage) => {
    const host = incoming.headers.host ?? "";
    const { port } = await behind(host);
    return request({
      host: "127.0.0.1",
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, "MF-Original-URL": `https://${host}${incoming.url}` },
      agent: false,
    });
  };
  const server = createServer(identity, async (incoming, outgoing) => {
    const asked = await onward(incoming).catch(() => null);
    // What answered there ended meanwhile.
    if (!asked) return void outgoing.destroy();
    asked.once("error", () => outgoing.destroy());
    asked.once("response", (answer) => {
      const { connection: _ofThatWay, ...headers } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(asked);
  });
  server.on("upgrade", async (incoming, socket, head) => {
    const asked = await onward(incoming).catch(() => null);
    if (!asked) return void socket.destroy();
    asked.once("error", () => socket.destroy());
    asked.once("response", (refused) => {
      socket.end(`HTTP/1.1 ${refused.statusCode} ${refused.statusMessage}\r\n\r\n`);
    });
    asked.once("upgrade", (answer, far, farHead) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      socket.write(farHead);
      far.write(head);
      far.pipe(socket).pipe(far);
      for (const one of [far, socket]) one.on("error", () => one.destroy());
    });
    asked.end();
  });
  await new Promise<void>((resolve) => server.listen(443, "127.0.0.1", resolve));
}
