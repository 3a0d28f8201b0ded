import { memoryStore, type SimulatorStore } from "../store.ts";
import { FakeClock } from "./clock.ts";
import type { Deliver, GatewayOptions } from "./engine.ts";

export type Fields = Record<string, unknown>;
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> };
export type ControlledPrompt = { id: string; state: string; [key: string]: unknown };

/** Calls of a test to a gateway, in process or over HTTP. */
export type GatewayClient<Settings, Prompt extends ControlledPrompt = ControlledPrompt> = {
  /** A body that is no text is sent as JSON; POST when there is a body. */
  call(path: string, options?: Sent): Promise<Response>;
  /** Newest first. */
  prompts(): Promise<Prompt[]>;
  answer(id: string, outcome: string, more?: Fields): Promise<Response>;
  set(settings: Partial<Settings>): Promise<Response>;
  settings(): Promise<Settings>;
  counts(): Promise<Record<string, number>>;
};

/** @param control where its prompts and counts are found, and the name of its settings */
export function gatewayClient<Settings, Prompt extends ControlledPrompt = ControlledPrompt>(
  origin: string,
  send: (request: Request) => Promise<Response>,
  control: { path: string; settingsPath: string },
): GatewayClient<Settings, Prompt> {
  const call = (path: string, { method, body, headers }: Sent = {}) =>
    send(
      new Request(`${origin}${path}`, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { "Content-Type": "application/json", ...headers },
        body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  const { path, settingsPath } = control;
  return {
    call,
    prompts: async () => (await call(`${path}/prompts`)).json(),
    answer: (id, outcome, more = {}) => call(`${path}/prompts/${id}`, { body: { outcome, ...more } }),
    set: (settings) => call(settingsPath, { body: settings }),
    settings: async () => (await call(settingsPath)).json(),
    counts: async () => (await call(`${path}/calls`)).json(),
  };
}

export type Delivered = { url: string; body: string; headers: Record<string, string> };

export type WorldOptions<Settings> = {
  store?: SimulatorStore;
  settings?: Partial<Settings>;
  deliver?: Deliver;
};

/** One simulator that runs with a clock of its own, and an inbox in which its callbacks land. */
export function gatewayWorld<Settings, Simulator extends { start(): void }>(
  { store = memoryStore(), settings = {}, deliver }: WorldOptions<Settings>,
  make: (options: Omit<GatewayOptions<never, Settings>, "apps">, inbox: Delivered[]) => Simulator,
): { clock: FakeClock; inbox: Delivered[]; simulator: Simulator } {
  const clock = new FakeClock();
  const inbox: Delivered[] = [];
  const received: Deliver = (url, body, headers) => {
    inbox.push({ url, body, headers });
    return deliver ? deliver(url, body, headers) : Promise.resolve(200);
  };
  const simulator = make({ clock, store, settings, deliver: received, schedule: clock.schedule }, inbox);
  simulator.start();
  return { clock, inbox, simulator };
}
