import { QueryClient } from "@tanstack/react-query";

/** Nothing goes stale, polls or retries unless a page says so (docs/behaviour/provider-console-calls.md, PC-R9). */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      // Without a connection it fails now: nobody wants a user cut off when the internet comes back.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/** A polled query rests while the tab is hidden and reads at once when it comes back (PC-R9). */
export function polled(everyMs: number) {
  return {
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  } as const;
}

/** Kept this long, then read again when a page asks. */
export function keptFor(ms: number) {
  return { staleTime: ms } as const;
}
