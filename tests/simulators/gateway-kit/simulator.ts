import type { GatewayEngine } from "./engine.ts";

/** Where a request comes from when it carries no address: this machine. */
const HERE = "127.0.0.1";

/** A gateway as tests and the demo hold it. Web-standard requests only, so it can be served on a port or be put under `fetch`. */
export abstract class GatewaySimulator<
  Engine extends Pick<GatewayEngine<never, unknown, never>, "start" | "stop" | "closeDuePrompts" | "rearm">,
> {
  protected readonly engine: Engine;

  /** Reads the store; nothing runs before `start`. */
  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Undefined for an address that is none of the gateway's own. */
  protected abstract route(request: Request, url: URL, address: string): Promise<Response | undefined>;
  protected abstract notFound(): Response;

  /** Arms the timers from the state: prompts expire, the automatic person answers, callbacks leave. */
  start(): void {
    this.engine.start();
  }

  /** Resolves when no callback is on its way any more; what had not left yet leaves after the next start. */
  stop(): Promise<void> {
    return this.engine.stop();
  }

  /**
   * Answers its own addresses; undefined for every other, so that several simulators can share one port.
   *
   * @param address where the request comes from
   */
  async handle(request: Request, address = HERE): Promise<Response | undefined> {
    this.engine.closeDuePrompts();
    const answer = await this.route(request, new URL(request.url), address);
    this.engine.rearm();
    return answer;
  }

  /** As `handle`, with the gateway's own 404 for every other address. */
  async fetch(request: Request, address = HERE): Promise<Response> {
    return (await this.handle(request, address)) ?? this.notFound();
  }
}
