import WebSocket from "ws";

type Answer = {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};

/** A bare line of the Chrome DevTools Protocol, for browsers that are too old for Playwright. */
export class Cdp {
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(cause: Error): void }>();
  private readonly listeners: { method: string; heard(params: unknown): void }[] = [];
  private lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.take(JSON.parse(String(data)) as Answer));
    socket.on("close", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("the browser has gone"));
      this.waiting.clear();
    });
  }

  static connect(address: string): Promise<Cdp> {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    return new Promise((resolve, reject) => {
      socket.once("open", () => resolve(new Cdp(socket)));
      socket.once("error", reject);
    });
  }

  /** @throws Error with the browser's words; also when it ends before it answered */
  send<Result>(method: string, params: Record<string, unknown> = {}): Promise<Result> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return answer as Promise<Result>;
  }

  on<Params>(method: string, heard: (params: Params) => void): void {
    this.listeners.push({ method, heard: (params) => heard(params as Params) });
  }

  close(): void {
    this.socket.close();
  }

  private take({ id, method, params, result, error }: Answer): void {
    if (id === undefined) {
      for (const listener of this.listeners) if (listener.method === method) listener.heard(params);
      return;
    }
    const { resolve, reject } = this.waiting.get(id) ?? {};
    this.waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  }
}
