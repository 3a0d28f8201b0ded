declare module "autocannon" {
  type Latency = { p50: number; p97_5: number; p99: number; max: number };
  type Client = { setRequests(requests: { headers: Record<string, string> }[]): void };
  type Result = {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    latency: Latency;
    errors: number;
    non2xx: number;
  };
  export default function autocannon(options: {
    url: string;
    headers?: Record<string, string>;
    setupClient?: (client: Client) => void;
    connections: number;
    duration: number;
  }): Promise<Result>;
}
