import { type ComponentType, lazy, type ReactElement, Suspense } from "react";
import { BrowserRouter, Navigate, Route, Routes, useSearchParams } from "react-router";
import { NotFound } from "./entry/not-found.tsx";
import { t } from "./language.ts";
import { LoadingRows } from "./loaded.tsx";
import type { PageData } from "./page-data.ts";

type Page = ComponentType<{ page: PageData }>;

/** Pages that are files of their own, read when they are opened. */
export const lazyPages = (pages: readonly (readonly [string, () => Promise<Page>])[]) =>
  pages.map(([path, load]) => [path, lazy(async () => ({ default: await load() }))] as const);

export function ConsoleRouter(props: {
  page: PageData;
  addresses: { login: string; dashboard: string };
  /** What log-in may lead to: pages of this console, with their search. */
  own: RegExp;
  /** These two come with the first script. */
  frame: ReactElement;
  dashboard: ReactElement;
  rest: ReturnType<typeof lazyPages>;
}) {
  const { page, addresses, own, frame, dashboard, rest } = props;
  return (
    <BrowserRouter>
      <Routes>
        <Route path={addresses.login} element={<WhereOneWas own={own} home={addresses.dashboard} />} />
        <Route element={frame}>
          <Route path={addresses.dashboard} element={dashboard} />
          {rest.map(([path, Page]) => (
            <Route
              key={path}
              path={path}
              element={
                <Suspense fallback={<Loading />}>
                  <Page page={page} />
                </Suspense>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFound home={addresses.dashboard} />} />
      </Routes>
    </BrowserRouter>
  );
}

/** From log-in to the page from which one was sent there; `next` must not lead to another site. */
function WhereOneWas({ own, home }: { own: RegExp; home: string }) {
  const next = useSearchParams()[0].get("next");
  return <Navigate to={next !== null && own.test(next) ? next : home} replace />;
}

function Loading() {
  return <LoadingRows rows={6} label={t("Loading …")} />;
}
