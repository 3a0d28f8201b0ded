import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { deliverOverHttp, type Handler, type Served, serveSimulators } from "./serve.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function serve(...handlers: Handler[]): Promise<Served> {
  const served = await serveSimulators({ port: 0, handlers });
  open.push(served);
  return served;
}

describe("serving handlers on a port", () => {
  it("lets the first that answers win and answers 404 when none does", async () => {
    const only = (path: string, text: string): Handler => {
      return async (request) => (new URL(request.url).pathname === path ? new Response(text) : undefined);
    };
    const { origin } = await serve(only("/a", "first"), only("/a", "second"), only("/b", "third"));
    expect(await (await fetch(`${origin}/a`)).text()).toBe("first");
    expect(await (await fetch(`${origin}/b`)).text()).toBe("third");
    expect((await fetch(`${origin}/c`)).status).toBe(404);
  });

  it("hands over method, address with query, headers and body as they came", async () => {
    const { origin } = await serve(async (request) =>
      Response.json(
        {
          method: request.method,
          url: request.url,
          header: request.headers.get("x-thing"),
          body: await request.text(),
        },
        { status: 201, headers: { "X-Back": "yes" } },
      ),
    );
    const answer = await fetch(`${origin}/p?q=1`, {
      method: "POST",
      headers: { "X-Thing": "7" },
      body: "Habari €",
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("x-back")).toBe("yes");
    expect(await answer.json()).toEqual({
      method: "POST",
      url: `${origin}/p?q=1`,
      header: "7",
      body: "Habari €",
    });
  });

  it("refuses a port that is taken", async () => {
    const { origin } = await serve();
    const port = Number(new URL(origin).port);
    await expect(serveSimulators({ port, handlers: [] })).rejects.toThrow("EADDRINUSE");
  });
});

describe("delivering over HTTP", () => {
  it("reaches a name under .localhost at 127.0.0.1 with its own Host header, and answers the status", async () => {
    const seen: unknown[] = [];
    const server = createServer((incoming, outgoing) => {
      let body = "";
      incoming.on("data", (chunk) => {
        body += chunk;
      });
      incoming.on("end", () => {
        seen.push({ host: incoming.headers.host, url: incoming.url, raw: incoming.rawHeaders, body });
        outgoing.writeHead(202).end("ok");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const { port } = server.address() as AddressInfo;
    const url = `http://demo.mlango.localhost:${port}/cb/s/0a?x=1`;
    expect(await deliverOverHttp(url, '{"a":"é"}', { Businessshortcode: "174379" })).toBe(202);
    expect(seen).toEqual([
      {
        host: `demo.mlango.localhost:${port}`,
        url: "/cb/s/0a?x=1",
        raw: expect.arrayContaining(["Businessshortcode", "174379"]),
        body: '{"a":"é"}',
      },
    ]);
  });

  it("rejects when nobody listens", async () => {
    const { origin, close } = await serveSimulators({ port: 0, handlers: [] });
    await close();
    await expect(deliverOverHttp(`${origin}/cb`, "{}", {})).rejects.toThrow("ECONNREFUSED");
  });
});
