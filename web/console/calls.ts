import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type Answer,
  addressOf,
  type Call,
  type CallOf,
  callNamed,
  type Input,
  type Listed,
  type NameIn,
  readAhead,
  request,
  requestFile,
  requestList,
} from "./request.ts";

// A console's way to its API: every call by the name that the contract gives it, typed by the contract.

/** How a page reads: `polled(15_000)`, `keptFor(30_000)`, or only when told. */
export type Reading = {
  refetchInterval?: number;
  refetchIntervalInBackground?: boolean;
  refetchOnWindowFocus?: boolean | "always";
  staleTime?: number;
  enabled?: boolean;
  retry?: number;
};

/** What a page says when its act ended. */
type Then<Result> = { onSuccess?: (answer: Result) => void; onError?: (cause: Error) => void };

/** Exported for the compiler alone, like `Calls`. */
export interface Act<Result, Given> extends Omit<UseMutationResult<Result, Error, Given>, "mutate"> {
  mutate: (input: Given, then?: Then<Result>) => void;
}

/** @param isOpen whether who is signed in may ask this call: what they may not is never asked */
export function makeCalls<Contract>(
  calls: Readonly<Record<string, Call>>,
  isOpen: (call: Call) => boolean = () => true,
) {
  type Name = NameIn<Contract>;
  type Of<N extends Name> = CallOf<Contract, N>;

  const callOf = (name: string): Call => callNamed(calls, name);
  /** The address is the key: path first, so that everything under it can be read afresh at once. */
  const keyOf = (name: string, input: { params?: object; query?: object }) => {
    const [path = "", query = ""] = addressOf(callOf(name), input).split("?");
    return [path, query] as const;
  };

  return {
    may: (name: Name): boolean => isOpen(callOf(name)),

    /** Reads one thing. The former answer stays while the next one comes. */
    useRead<N extends Name>(
      name: N,
      input: Omit<Input<Of<N>>, "body"> = {},
      reading: Reading = {},
    ): UseQueryResult<Answer<Of<N>>> {
      return useQuery({
        queryKey: keyOf(name, input as object),
        queryFn: () => request<Of<N>>(callOf(name), input as Input<Of<N>>),
        placeholderData: keepPreviousData,
        ...reading,
        enabled: (reading.enabled ?? true) && isOpen(callOf(name)),
      }) as UseQueryResult<Answer<Of<N>>>;
    },

    /** Reads a page of a list and the number of all its rows. */
    useList<N extends Name>(
      name: N,
      input: Omit<Input<Of<N>>, "body"> = {},
      reading: Reading = {},
    ): UseQueryResult<Listed<Answer<Of<N>>>> {
      return useQuery({
        queryKey: [...keyOf(name, input as object), "listed"],
        queryFn: () => requestList<Of<N>>(callOf(name), input as Input<Of<N>>),
        placeholderData: keepPreviousData,
        ...reading,
        enabled: (reading.enabled ?? true) && isOpen(callOf(name)),
      }) as UseQueryResult<Listed<Answer<Of<N>>>>;
    },

    /**
     * Refreshes the paths that begin with `refreshes` afterwards. `key` is the idempotency key of calls that create money, vouchers or time.
     * What the page says comes after that, even where its row is gone by then: the library's own callbacks would be silent.
     */
    useAct<N extends Name>(
      name: N,
      refreshes: readonly string[] = [],
    ): Act<Answer<Of<N>>, Input<Of<N>> & { key?: string }> {
      const client = useQueryClient();
      const act = useMutation({
        mutationFn: ({ key, ...input }: Input<Of<N>> & { key?: string }) =>
          request<Of<N>>(callOf(name), input as Input<Of<N>>, key),
        onSuccess: () => refresh(client, refreshes),
      });
      const { mutateAsync } = act;
      return {
        ...act,
        mutate: (input, then) =>
          void mutateAsync(input).then(then?.onSuccess, then?.onError ?? (() => undefined)),
      };
    },

    callApiList<N extends Name>(name: N, input: Input<Of<N>> = {}): Promise<Listed<Answer<Of<N>>>> {
      return requestList<Of<N>>(callOf(name), input);
    },
    callApiFile<N extends Name>(name: N, input: Input<Of<N>> = {}): Promise<Blob> {
      return requestFile<Of<N>>(callOf(name), input);
    },
    keyOf,
  };
}

/** Exports are typed by name: inferred, the compiler writes every schema of the contract into the declarations (40 of 100 s). */
export type Calls<Contract> = ReturnType<typeof makeCalls<Contract>>;

export async function refresh(client: QueryClient, beginnings: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) =>
      beginnings.some((beginning) => typeof queryKey[0] === "string" && queryKey[0].startsWith(beginning)),
  });
}

/** Nothing goes stale, polls or retries unless a page says so (docs/behaviour/provider-console-calls.md, PC-R9). */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      // Fails at once while offline: a queued command must not run later.
      mutations: { retry: false, networkMode: "always" },
    },
  });
  for (const { queryKey, data } of readAhead.splice(0)) client.setQueryData(queryKey, data);
  return client;
}

/** A polled query rests while the tab is hidden and reads at once when it comes back (PC-R9). */
export function polled(everyMs: number) {
  return {
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: "always",
  } as const;
}

export function keptFor(ms: number) {
  return { staleTime: ms } as const;
}
