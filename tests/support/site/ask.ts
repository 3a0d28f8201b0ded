import { request } from "node:http";

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** One request to a host of the site. Names under `.localhost` go to 127.0.0.1 by hand: Node's resolver may not know them. */
export function ask(
  origin: string,
  path: string,
  options: {
    method?: string;
    json?: unknown;
    form?: Record<string, string>;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const url = new URL(origin);
  const body =
    options.json !== undefined
      ? JSON.stringify(options.json)
      : options.form
        ? new URLSearchParams(options.form).toString()
        : undefined;
  const type = options.json !== undefined ? "application/json" : "application/x-www-form-urlencoded";
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: "127.0.0.1",
        port: url.port,
        path,
        method: options.method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          host: url.host,
          ...(body === undefined ? {} : { "content-type": type }),
          ...options.headers,
        },
        timeout: 30_000,
        // A kept connection may be closed by the other side just when it is used again.
        agent: false,
      },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => {
          text += chunk;
        });
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.on("timeout", () =>
      outgoing.destroy(new Error(`${outgoing.method} ${url.host}${path}: no answer within 30 s`)),
    );
    outgoing.end(body);
  });
}
