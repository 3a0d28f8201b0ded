import { request } from "node:http";
import type { Read } from "#contract/router-facts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";

type Pages = Read<"pages">;
/** What stands in each page of ours. */
export type PageMarks = {
  routerId: string;
  /** Of the portal of its provider: one of them; absent from older workers. */
  portalHosts?: readonly string[] | undefined;
};
export type FetchPage = (address: string) => Promise<string | undefined>;

const longestPage = 64_000;
const waitMs = 3_000;

/**
 * What a visitor is shown. The file is asked for over the API; where the bridge stands among the visitors, the hotspot itself
 * answers it, and that is the proof. Elsewhere another server of the router answers, or none.
 * @throws RouterFault where profiles cannot be read
 */
export async function readLoginPages(
  router: Router,
  marks: PageMarks,
  fetchPage: FetchPage = pageOf,
): Promise<Pages> {
  const [servers, profiles] = await Promise.all([
    rowsOf(router, "/ip/hotspot", {}, ["profile", "disabled"]),
    rowsOf(router, "/ip/hotspot/profile", {}, [
      "name",
      "hotspot-address",
      "html-directory",
      "html-directory-override",
    ]),
  ]);
  const used = servers.find((row) => !parseFlag(row.disabled))?.profile;
  const profile = profiles.find(({ name }) => name === used);
  if (!profile) throw new RangeError("no hotspot runs");
  const folder = profile["html-directory-override"] || profile["html-directory"] || "hotspot";
  const [file, page] = await Promise.all([
    fileOf(router, folder, marks),
    pageShown(profile, marks, fetchPage),
  ]);
  return { profile: (profile.name ?? "").slice(0, 200), folder: folder.slice(0, 200), file, page };
}

async function rowsOf(router: Router, ...asked: Parameters<Router["print"]>): Promise<RouterRow[]> {
  return filledRows(await router.print(...asked));
}

async function fileOf(router: Router, folder: string, marks: PageMarks): Promise<Pages["file"]> {
  try {
    // Routers with a `flash` folder differ in whether it stands in the name.
    for (const name of [
      `${folder}/login.html`,
      `flash/${folder}/login.html`,
      `${folder.replace(/^flash\//, "")}/login.html`,
    ]) {
      const [row] = await rowsOf(router, "/file", { name }, ["name", "contents"]);
      if (row) return row.contents === undefined ? "unread" : isOurs(row.contents, marks) ? "ours" : "other";
    }
    return "missing";
  } catch (error) {
    if (error instanceof RouterFault && error.kind === "trap") return "unread";
    throw error;
  }
}

async function pageShown(profile: RouterRow, marks: PageMarks, fetchPage: FetchPage): Promise<Pages["page"]> {
  const address = profile["hotspot-address"] ?? "";
  if (!/^\d+(\.\d+){3}$/.test(address) || address === "0.0.0.0") return "none";
  const page = await fetchPage(address);
  if (page === undefined) return "none";
  if (isOurs(page, marks)) return "ours";
  if (page.includes(marks.routerId)) return "other";
  // RouterOS' own configuration pages answer where no hotspot does.
  return /name="?(dst|username)"?/i.test(page) && !/webfig/i.test(page) ? "other" : "none";
}

/** Those of a router that was another provider's before lead to that one's portal, which sells nothing for it any more. */
const isOurs = (text: string, { routerId, portalHosts }: PageMarks) =>
  text.includes(routerId) && (portalHosts?.some((host) => text.includes(`//${host}/`)) ?? true);

function pageOf(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(
      { host: address, path: "/login", timeout: waitMs, signal: AbortSignal.timeout(waitMs) },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          if (text.length < longestPage) text += chunk;
          else answer.destroy();
        });
        answer.on("error", () => resolve(undefined));
        // A page of ours may send on at once.
        answer.on("close", () => resolve(text + (answer.headers.location ?? "")));
      },
    );
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(undefined));
    asked.end();
  });
}
