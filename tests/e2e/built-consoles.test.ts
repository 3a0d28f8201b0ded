import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";

// What the provider console's first page is given, as it was built (docs/design.md, "Budgets").

const folder = join(import.meta.dirname, "../../dist/client");
type Manifest = Record<
  string,
  {
    file: string;
    name?: string;
    imports?: string[];
    dynamicImports?: string[];
    css?: string[];
    isDynamicEntry?: boolean;
  }
>;
const manifest: Manifest = JSON.parse(readFileSync(join(folder, ".vite/consoles.json"), "utf8"));
const read = (file: string) => readFileSync(join(folder, file), "utf8");
const weight = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + brotliCompressSync(read(file)).length, 0) / 1024;

/** The keys of a file of the manifest and of all that it fetches at once. */
function keysOf(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const one of manifest[key]?.imports ?? []) keysOf(one, seen);
  return seen;
}
/** The scripts of these and of all that they fetch at once. */
const scriptsOf = (...keys: string[]) => [
  ...new Set(keys.flatMap((key) => [...keysOf(key)]).map((key) => manifest[key]?.file ?? "")),
];
const stylesOf = (...keys: string[]) =>
  new Set(keys.flatMap((key) => [...keysOf(key)]).flatMap((key) => manifest[key]?.css ?? []));
const scripts = scriptsOf("web/admin/client.tsx", "web/admin/console.tsx");
const text = scripts.map(read).join("\n");
const everything = [...new Set(Object.values(manifest).map(({ file }) => file))]
  .filter((file) => file.endsWith(".js"))
  .map(read)
  .join("\n");

describe("the pages before a console", () => {
  it.each([
    ["a provider's log-in", ["web/admin/client.tsx"], 70, 4],
    ["its sign-up", ["web/admin/client.tsx", "web/admin/pages/sign-up.tsx"], 80, 6],
    ["the page of an invitation", ["web/admin/client.tsx", "web/admin/people/accept-invitation.tsx"], 80, 6],
    ["an operator's log-in", ["web/superadmin/client.tsx"], 70, 4],
  ])("%s: script in KB as it travels, and files", (_what, keys, most, files) => {
    expect(weight(scriptsOf(...keys))).toBeLessThanOrEqual(most);
    expect(scriptsOf(...keys).length).toBeLessThanOrEqual(files);
    expect([...stylesOf(...keys)]).toEqual([]);
  });

  it.each([
    ["Mantine", "MantineProvider was not found"],
    ["the router", "useNavigate() may be used only in the context"],
    ["what keeps answers", "No QueryClient set"],
    ["the menu", "Subscription Plans"],
  ])("need nothing of %s", (_what, mark) => {
    expect(text).toContain(mark);
    for (const console of ["admin", "superadmin"])
      expect(scriptsOf(`web/${console}/client.tsx`).map(read).join("")).not.toContain(mark);
  });
});

describe("up to the first dashboard", () => {
  it.each(["admin", "superadmin"])(
    "of %s the script weighs at most 180 KB as it travels, in 8 files",
    (name) => {
      const all = scriptsOf(`web/${name}/client.tsx`, `web/${name}/console.tsx`);
      expect(weight(all)).toBeLessThanOrEqual(180);
      expect(all.length).toBeLessThanOrEqual(8);
    },
  );

  it("a newcomer's First steps weigh at most 10 KB more, in 2 files", () => {
    const all = scriptsOf(
      "web/admin/client.tsx",
      "web/admin/console.tsx",
      "web/admin/dashboard/first-steps.tsx",
    );
    const more = all.filter((file) => !scripts.includes(file));
    expect(weight(more)).toBeLessThanOrEqual(10);
    expect(more.length).toBeLessThanOrEqual(2);
  });

  it("the stylesheets weigh at most 30 KB", () => {
    expect(weight(stylesOf("web/admin/console.tsx"))).toBeLessThanOrEqual(30);
  });

  // Each mark stands in some file of the console, or it would say nothing that it is not in these.
  it.each([
    ["charts", "recharts-wrapper"],
    ["the calendar", "DatePickerInput"],
    ["the wide table", "mantine-datatable-table"],
    ["CSV", "escapeFormulae"],
    ["another language", "Msimamizi"],
  ])("%s are not part of it", (_what, mark) => {
    expect(everything).toContain(mark);
    expect(text).not.toContain(mark);
  });

  it.each(["plans", "users", "payments", "routers", "reports", "settings", "vouchers", "billing", "profile"])(
    "the page of %s is a file of its own",
    (page) => {
      const entry = manifest[`web/admin/pages/${page}.tsx`];
      expect(entry?.isDynamicEntry).toBe(true);
      expect(scripts).not.toContain(entry?.file);
    },
  );

  it("no call of the platform's own console is in it", () => {
    expect(text).not.toContain("/api/superadmin");
  });
});

it("zod and the schemas of calls come with a form that checks before it is sent, and with no page", () => {
  const marks = /[`"'](ZodString|ZodMiniString)[`"']/;
  expect(everything).toMatch(marks);
  const pages = Object.keys(manifest).filter((key) =>
    /^web\/(admin|superadmin)\/((client|console)\.tsx|pages\/)/.test(key),
  );
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    const files = [...keysOf(page)]
      .map((key) => manifest[key]?.file ?? "")
      .filter((file) => file.endsWith(".js"));
    expect(files.map(read).join("\n"), page).not.toMatch(marks);
  }
  // A form's check says what the contract names; this is a use case's.
  expect(everything).not.toContain("This plan is not sold any more. Please choose another one.");
});

describe("the super admin console's own files", () => {
  const own = scriptsOf("web/superadmin/client.tsx", "web/superadmin/console.tsx");
  /** Everything that an entry can ever load. */
  const reachable = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const one of [...imports, ...dynamicImports]) reachable(one, seen);
    return seen;
  };
  const textOf = (keys: Iterable<string>) =>
    [...keys]
      .map((key) => manifest[key]?.file ?? "")
      .filter((file) => file.endsWith(".js"))
      .map(read)
      .join("\n");
  const admin = reachable("web/admin/client.tsx");
  const platform = reachable("web/superadmin/client.tsx");

  // Texts, calls and looks of this console alone.
  it.each(["/api/superadmin/", "System Control Center", "Provider Management", "Royal Purple"])(
    "nothing of it is in what a provider's page can load: %s",
    (mark) => {
      expect(textOf(platform)).toContain(mark);
      expect(textOf(admin)).not.toContain(mark);
      expect([...admin].filter((key) => key.startsWith("web/superadmin/"))).toEqual([]);
    },
  );

  it("and nothing of the provider's console is in what it can load", () => {
    expect([...platform].filter((key) => key.startsWith("web/admin/"))).toEqual([]);
    expect(textOf(admin)).toContain("/api/admin/vouchers");
    expect(textOf(platform)).not.toContain("/api/admin/vouchers");
  });

  it("none of either is among the portal's files", () => {
    const portal: Manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
    const files = Object.values(portal).map(({ file }) => file);
    const shared = files.filter((file) => Object.values(manifest).some((other) => other.file === file));
    expect(shared).toEqual([]);
    const words = files
      .filter((file) => file.endsWith(".js"))
      .map(read)
      .join("\n");
    expect(words).not.toMatch(/\/api\/superadmin\/(?!theme)|System Control Center|Royal Purple/);
  });

  it.each(["providers", "routers", "advertisements", "settings", "audit", "profile", "provider-profile"])(
    "the page of %s is a file of its own",
    (page) => {
      const entry = manifest[`web/superadmin/pages/${page}.tsx`];
      expect(entry?.isDynamicEntry).toBe(true);
      expect(own).not.toContain(entry?.file);
    },
  );
});
