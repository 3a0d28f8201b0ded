import type { AssignedRouter } from "#contract/routers";
import { hindranceOf } from "#contract/values/router-state";
import { t } from "../../console/language.ts";

type Todo = { text: string | null; act: "check" | "edit" | "install" | "reclaim" | "test" | null };

/** What a person does about a router that does not sell, in words, and the press that does it where one can. */
export function todoOf(router: AssignedRouter, isOwnBridge: boolean): Todo {
  const todo = (text: string | null, act: Todo["act"] = null): Todo => ({ text, act });
  if (hindranceOf(router) === "blocked")
    return todo(t("Visitors can't buy here until that is mended. The checklist says how."), "check");
  switch (router.state) {
    case "taken_over":
      return isOwnBridge
        ? todo(
            t(
              "Only one bridge runs a router, and yours has stopped here: what is bought is not let in. When yours runs it again, the other one stops by itself. If somebody else set that one up, talk to them first.",
            ),
            "reclaim",
          )
        : todo(t("The platform's operator decides which bridge runs it: ask there."));
    case "unreachable":
      return todo(
        t(
          "Is the router on, and in the network of its bridge? Look at its power and its cable. If its address changed, type the new one under Edit.",
        ),
        "test",
      );
    case "refused":
      return todo(t("Type its user and password under Edit, or paste its set-up line again."), "edit");
    case "no_log_in":
      return todo(null, "edit");
    case "bridge_offline":
      return todo(
        t("Is the computer with the bridge on, and does it have internet? Who is online stays online."),
      );
    case "no_bridge":
      return todo(
        t("A bridge is the small program at your site through which your routers are reached."),
        "install",
      );
    case "unreached":
    case "unasked":
      return todo(t("It is tried again by itself. If this stays so, press Test connection."), "test");
    case "no_tunnel":
      return todo(t("The platform's operator makes it: ask there."));
    default:
      return todo(null);
  }
}
