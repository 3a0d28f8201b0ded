import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { type ComponentType, lazy, type ReactElement, Suspense } from "react";
import { BrowserRouter, Link, Route, Routes } from "react-router";
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
  login: ReactElement;
  /** Pages of who is not signed in, by address. */
  strangers?: readonly (readonly [string, ReactElement])[];
  /** These two come with the first script. */
  frame: ReactElement;
  dashboard: ReactElement;
  rest: ReturnType<typeof lazyPages>;
}) {
  const { page, addresses, login, strangers = [], frame, dashboard, rest } = props;
  return (
    <BrowserRouter>
      <Routes>
        {[[addresses.login, login] as const, ...strangers].map(([path, element]) => (
          <Route key={path} path={path} element={<Suspense>{element}</Suspense>} />
        ))}
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

function Loading() {
  return <LoadingRows rows={6} label={t("Loading …")} />;
}

export function NotFound({ home }: { home: string }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" ta="center">
        <Title order={1}>{t("404 Page Not Found")}</Title>
        <Text c="dimmed">{t("Did you forget to add the page to the router?")}</Text>
        <Button component={Link} to={home}>
          {t("Go to the dashboard")}
        </Button>
      </Stack>
    </Center>
  );
}
