import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { t } from "./language.ts";
import { StaleMark } from "./stale-mark.tsx";
import { Failed } from "./states.tsx";
import { errorText } from "./toast.tsx";

/** What was read, in its state: being read, failed, old, or there. Whether it is empty is for `children` to say. */
export function Loaded<T>(props: {
  query: UseQueryResult<T>;
  /** Of the size of what comes. */
  loading: ReactNode;
  /** "Error Loading Routers" and, where the server says nothing better, its sentence. */
  failed: { title: string; text: string };
  children: (data: T) => ReactNode;
}): ReactElement {
  const { query, loading, failed } = props;
  if (query.data !== undefined)
    return (
      <>
        <StaleMark query={query} />
        {props.children(query.data)}
      </>
    );
  if (query.isError)
    return (
      <Failed
        title={failed.title}
        text={errorText(query.error, failed.text)}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.fetchStatus === "paused")
    return (
      <Failed
        title={failed.title}
        text={t("No connection. Check your internet and try again.")}
        onRetry={() => void query.refetch()}
      />
    );
  return <>{loading}</>;
}
