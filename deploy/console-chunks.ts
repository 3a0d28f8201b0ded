import { resolve } from "node:path";
import type { Rolldown } from "vite";

// How the consoles' modules are put into files: few, as each small one costs a phone on a slow line a part of a second and compresses
// worse; none with what the other console alone needs, and none with what its page does without.

/** The pages before a console: log-in, and what is seldom opened in its place. */
const logIns = ["web/admin/client.tsx", "web/superadmin/client.tsx"];
const links = [
  "web/admin/pages/sign-up.tsx",
  ...["accept-invitation", "forgotten-password", "mailed-link"].map((name) => `web/admin/people/${name}.tsx`),
  "web/superadmin/operators/accept-invitation.tsx",
];

/** Modules that so many files need come with the first of them, in one file. */
const filesThatShare = 5;

/** Of one console: no file of the other may have it. */
const own = {
  admin: /[\\/]web[\\/]admin[\\/]|virtual:provider-/,
  superadmin: /[\\/]web[\\/]superadmin[\\/]|virtual:platform-/,
};
const isShared = (id: string) => !own.admin.test(id) && !own.superadmin.test(id);

/** Plurals are the console's: Lingui's core names their parser, and uses it in development alone. */
const isParser = (id: string) =>
  /[\\/]node_modules[\\/](moo|@messageformat|@lingui[\\/]message-utils)[\\/]/.test(id);

/** A form's schema and zod come when the form is sent. */
const isSchema = (id: string) =>
  /[\\/]node_modules[\\/]zod[\\/]|[\\/]worker[\\/]contract[\\/](?!values[\\/])/.test(id);

/** Signs, and what First steps and a page share: neither need fetch what five pages share. */
const isSmall = (id: string) =>
  /[\\/]node_modules[\\/]@tabler[\\/]icons-react[\\/]|[\\/]billing[\\/]shilling\.ts$/.test(id);

type Graph = Rolldown.ChunkingContext;

/** Everything that a module needs at once. What a barrel names counts whole: the pages before a console import of none. */
function needs(graph: Graph, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const one of graph.getModuleInfo(id)?.importedIds ?? []) needs(graph, one, found);
  return found;
}

/** Whether a module is needed by one of these files, and is none of them. */
function neededBy(files: readonly string[]): (id: string, graph: Graph) => boolean {
  const ids = files.map((file) => resolve(file));
  let all: Set<string> | undefined;
  return (id, graph) => {
    all ??= ids.reduce((found, one) => needs(graph, one, found), new Set<string>());
    return all.has(id) && !ids.includes(id) && !isParser(id);
  };
}

const atLogIn = neededBy(logIns);
const atLinks = neededBy(links);
const atConsoles = neededBy(["web/admin/console.tsx", "web/superadmin/console.tsx"]);
/** What the pages before a console share with it: in the console's own file it would bring all of that to them. */
const isBefore: typeof atLogIn = (id, graph) =>
  atLogIn(id, graph) || (atLinks(id, graph) && atConsoles(id, graph));
const isConsole = (id: string) => /[\\/](client|console)\.tsx$/.test(id);

function group(
  name: string,
  rest: { is?: typeof atLogIn } & Omit<Rolldown.CodeSplittingGroup, "name">,
): Rolldown.CodeSplittingGroup {
  const { is = () => true, ...more } = rest;
  return { debugName: name, name: (id, graph) => (is(id, graph) ? name : null), ...more };
}

/**
 * In the order in which they take their modules. The consoles are entries, too, so that what is `$initial` once the pages before them
 * have theirs is theirs.
 */
const groups = [
  group("entry", { is: isBefore, test: isShared }),
  group("admin-entry", { is: atLogIn, test: own.admin }),
  group("superadmin-entry", { is: atLogIn, test: own.superadmin }),
  group("console", { tags: ["$initial"], test: isShared }),
  group("admin-frame", { tags: ["$initial"], test: (id) => own.admin.test(id) && !isConsole(id) }),
  group("superadmin-frame", { tags: ["$initial"], test: (id) => own.superadmin.test(id) && !isConsole(id) }),
  group("forms", { is: atLinks, test: isShared }),
  group("small", { test: isSmall, minShareCount: 2 }),
  group("pages", { test: (id) => isShared(id) && !isSchema(id), minShareCount: filesThatShare }),
];

export const consoleChunks: Rolldown.CodeSplittingOptions = {
  // Each has all that it needs, or finds it in one above.
  includeDependenciesRecursively: false,
  groups: groups.map((one, place) => ({ ...one, priority: groups.length - place })),
};
