import type { Context } from "../../context.ts";
import { say, type Text, textIn } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import type { Loss } from "./wave-state.ts";

/** Why an update of all bridges stopped, with the name of the one at which it did. */
export async function stopText(ctx: Context, bridgeId: string | null, why: Loss | "pressed"): Promise<Text> {
  if (why === "pressed") return say("wave_pressed");
  const bridge = await ctx.platform.first(
    sql<{ name: string; failure: string | null }>`SELECT name, failure FROM bridges
      LEFT JOIN bridge_programs ON bridge_id = id WHERE id = ${bridgeId}`,
  );
  const name = bridge?.name ?? "";
  if (why === "failed") return say("wave_failed", { name, why: bridge?.failure ?? "" });
  return say(`wave_${why}`, { name });
}

export async function letterOfStop(ctx: Context, bridgeId: string, why: Loss) {
  const reason = textIn("en", await stopText(ctx, bridgeId, why));
  return {
    subject: "The update of the bridges stopped",
    text: `${reason}\n\nNo other bridge is told to update itself. Routers, in the super admin console, says how far it is: look at this one first, then go on without it.\n\nWhat to do: ${ctx.settings.MAIN_ORIGIN}/help/operator#bridge-updates`,
  };
}
