import { useState } from "react";
import { keptFor, useRead } from "./api.ts";

/** Which router is meant: the only one needs no choice. "" = none is chosen. */
export function useChosenRouter() {
  const routers = useRead("listRouters", {}, keptFor(30_000)).data ?? [];
  const [chosen, setRouter] = useState("");
  const routerId = chosen || (routers.length === 1 ? (routers[0]?.id ?? "") : "");
  return { routers, routerId, setRouter };
}
