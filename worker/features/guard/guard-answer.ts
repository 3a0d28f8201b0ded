import type { Context } from "../../context.ts";
import type { Guard } from "../../contract/leaks.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { macOf } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { routersBriefly } from "../routers/index.ts";
import {
  detailOf,
  hindranceOf,
  type KeptLeak,
  type KeptLook,
  leaksStatement,
  looksStatement,
  routersStatement,
} from "./store.ts";

export async function readGuard(ctx: Context, providerId: string): Promise<Made<typeof Guard>> {
  const [[looks, leaks, states], routers] = await Promise.all([
    ctx.tenant(providerId).batch([looksStatement(), leaksStatement(), routersStatement()]),
    routersBriefly(ctx, providerId),
  ]);
  const names = new Map(routers.map(({ id, name }) => [id, name]));
  const last = (looks as KeptLook[])[0];
  return {
    look: last ? lookAnswer(last) : null,
    leaks: (leaks as KeptLeak[]).flatMap((leak) => {
      const name = names.get(leak.routerId);
      return name === undefined ? [] : leakAnswer(leak, name);
    }),
    routers: routers.map(({ id, name }) => {
      const state = states.find(({ routerId }) => routerId === id);
      return {
        id,
        name,
        at: state && (state.hindrance === null || state.at < (last?.at ?? 0)) ? iso(state.at) : null,
        hindrance: state ? hindranceOf(state) : "",
        left: state?.left ?? 0,
      };
    }),
    nights: (looks as KeptLook[]).map(({ day, takenCents, lostCents, found, unpaidOnline, unlooked }) => ({
      day,
      found,
      unpaidOnline,
      unlooked,
      taken: shillings(takenCents),
      lost: shillings(lostCents),
    })),
  };
}

function lookAnswer(look: KeptLook): NonNullable<Made<typeof Guard>["look"]> {
  const { at, takenCents, lostCents, unpaidOnline, statement } = look;
  return {
    statement,
    unpaidOnline,
    at: iso(at),
    sentence: sentenceOf(look),
    moneyOf: nairobiDay(at - dayMs),
    taken: shillings(takenCents),
    lost: shillings(lostCents),
  };
}

const figure = (cents: number) => new Intl.NumberFormat("en-KE").format(shillings(cents));

/** "KSh 0 lost of 41,230 yesterday; 2 devices online that nobody pays for." */
const sentenceOf = ({ takenCents, lostCents, unpaidOnline }: KeptLook): Text =>
  say("leak_sentence", { lost: figure(lostCents), taken: figure(takenCents), count: unpaidOnline });

function leakAnswer(leak: KeptLeak, routerName: string): Made<typeof Guard>["leaks"][number] {
  const { id, kind, routerId, name, subject, isOnline, cents, foundAt, allowedAt, allowedBy, note } = leak;
  const { row, about } = detailOf(leak);
  return {
    id,
    kind,
    routerId,
    routerName,
    name,
    about,
    macAddress: macOf(subject),
    isOnline: isOnline === 1,
    amount: kind === "kept_out" ? shillings(cents) : null,
    foundAt: iso(foundAt),
    canEnd: row !== null,
    allowed: allowedAt === null ? null : { note: note ?? "", by: allowedBy ?? "", at: iso(allowedAt) },
  };
}

const iso = (at: number) => new Date(at).toISOString();
