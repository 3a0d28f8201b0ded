import type { RouterAssignment } from "#contract/bridge";
import { type Router, RouterFault } from "../router.ts";

type Setup = NonNullable<RouterAssignment["setup"]>;

/**
 * Logs in with the password of the set-up script and replaces it at once by the one that stands in no script. Where that
 * was done before and its answer lost, the new one opens the door.
 * @param open a connection for that password; ended here
 * @throws RouterFault as long as the router was not set up, or cannot be reached
 */
export async function firstLogIn(
  { bootstrapPassword, password }: Setup,
  open: (password: string) => Router,
): Promise<void> {
  try {
    await using(open(bootstrapPassword), (router) =>
      router.run("/password", {
        "old-password": bootstrapPassword,
        "new-password": password,
        "confirm-new-password": password,
      }),
    );
  } catch (error) {
    if (!(error instanceof RouterFault) || error.kind !== "refused-login") throw error;
    await using(open(password), (router) => router.print("/system/identity", {}, ["name"]));
  }
}

async function using(router: Router, work: (router: Router) => Promise<unknown>): Promise<void> {
  try {
    await work(router);
  } finally {
    await router.close();
  }
}
