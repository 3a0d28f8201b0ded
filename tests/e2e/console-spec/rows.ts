import type { Row } from "./row.ts";
import { dashboard, entrance, session, times } from "./rows-entrance.ts";
import { payments, routers, users } from "./rows-lists.ts";
import { others } from "./rows-others.ts";

export const rows: Row[] = [
  ...[entrance, dashboard, users, payments, routers, others].flat(),
  ...[session, times].flat(),
];
