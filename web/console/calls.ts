import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Endpoint } from "#contract/endpoint";
import {
  type Answer,
  addressOf,
  type Call,
  type Input,
  type Listed,
  request,
  requestList,
} from "./request.ts";

// A console's way to its API: every call by the name that the contract gives it, typed by the contract.

type Endpoints<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] extends Endpoint
    ? Contract[Name]
    : never;
};

/** How a page reads: `polled(15_000)`, `keptFor(30_000)`, or only when told. */
export type Reading = {
  refetchInterval?: number;
  refetchIntervalInBackground?: boolean;
  refetchOnWindowFocus?: boolean | "always";
  staleTime?: number;
  enabled?: boolean;
  retry?: number;
};

export function makeCalls<Contract>(calls: Readonly<Record<string, Call>>) {
  type All = Endpoints<Contract>;
  type Name = keyof All & string;
  type Of<N extends Name> = All[N] extends Endpoint ? All[N] : never;

  const callOf = (name: string): Call => {
    const call = calls[name];
    if (!call) throw new Error(`this console has no call ${name}`);
    return call;
  };
  /** The address is the key: path first, so that everything under it can be read afresh at once. */
  const keyOf = (name: string, input: { params?: object; query?: object }) => {
    const [path = "", query = ""] = addressOf(callOf(name), input).split("?");
    return [path, query] as const;
  };

  return {
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
      }) as UseQueryResult<Listed<Answer<Of<N>>>>;
    },

    /**
     * Does something; afterwards everything named by `refreshes` (beginnings of paths) is read afresh.
     * A call that makes money, vouchers or time takes its key in the variables, so that a repeat is the same one.
     */
    useAct<N extends Name>(
      name: N,
      refreshes: readonly string[] = [],
    ): UseMutationResult<Answer<Of<N>>, Error, Input<Of<N>> & { key?: string }> {
      const client = useQueryClient();
      return useMutation({
        mutationFn: ({ key, ...input }: Input<Of<N>> & { key?: string }) =>
          request<Of<N>>(callOf(name), input as Input<Of<N>>, key),
        onSuccess: () => refresh(client, refreshes),
      });
    },

    /** The same without React: exports, log-in. */
    callApi<N extends Name>(name: N, input: Input<Of<N>> = {}, key?: string): Promise<Answer<Of<N>>> {
      return request<Of<N>>(callOf(name), input, key);
    },
    callApiList<N extends Name>(name: N, input: Input<Of<N>> = {}): Promise<Listed<Answer<Of<N>>>> {
      return requestList<Of<N>>(callOf(name), input);
    },
    keyOf,
  };
}

/**
 * A console's calls by their type alone. Each one is exported with it written out: otherwise the compiler spells every
 * schema of the contract into the declarations, which took it 40 of its 100 seconds.
 */
export type Calls<Contract> = ReturnType<typeof makeCalls<Contract>>;

/** Reads everything afresh whose path begins like this. */
export async function refresh(client: QueryClient, beginnings: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) =>
      beginnings.some((beginning) => typeof queryKey[0] === "string" && queryKey[0].startsWith(beginning)),
  });
}
