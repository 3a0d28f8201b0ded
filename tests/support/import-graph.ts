import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

// What each file of the repository imports, read from its text: no module is loaded and nothing is resolved by a bundler.

const root = join(import.meta.dirname, "..", "..");

/** Rooms that `#room/…` of package.json names, with where they lie and whether the name leaves the extension out. */
const rooms: Record<string, { folder: string; extension: string }> = {
  "#contract": { folder: "worker/contract", extension: ".ts" },
  "#worker": { folder: "worker", extension: ".ts" },
  "#web": { folder: "web", extension: "" },
  "#bridge": { folder: "bridge", extension: ".ts" },
  "#tests": { folder: "tests", extension: ".ts" },
};

/** As the formatter leaves them: a statement begins its line. Types leave no import behind; what they say is for the type checker. */
const statements = /^(?:import|export) (?!type )(?:[^"';]*?\bfrom )?"([^"]+)"/gm;
const calls = /(?<!typeof )\bimport\(\s*"([^"]+)"/g;
const globs = /\bimport\.meta\.glob(?:<[^;]*?>)?\(\s*"([^"]+)"([^)]*)\)/g;

/** What a text imports, as it is written there; imports of types alone are left out. */
export function specifiersOf(text: string): string[] {
  return [...text.matchAll(statements), ...text.matchAll(calls)].flatMap(([, name]) => (name ? [name] : []));
}

/** The file that a specifier means, relative to the repository; null for a package or what is no file of it. */
export function fileOf(name: string, importer: string): string | null {
  const [path = ""] = name.split("?");
  const [room = "", ...rest] = path.split("/");
  const known = rooms[room];
  if (known) return `${known.folder}/${rest.join("/")}${known.extension}`;
  if (path.startsWith(".")) return relative(root, join(root, dirname(importer), path));
  return null;
}

/** Every file in these folders whose name ends so, relative to the repository. */
export function filesIn(folders: readonly string[], ends: RegExp = /\.tsx?$/): string[] {
  return folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && ends.test(entry.name))
          .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      : [],
  );
}

/** `texts`: files that are read and not run. */
type Imports = { files: string[]; texts: string[]; packages: string[] };

/** Imports of files, read when they are asked for. */
export class ImportGraph {
  private readonly read = new Map<string, Imports>();

  importsOf(file: string): Imports {
    const known = this.read.get(file);
    if (known) return known;
    const path = join(root, file);
    const isScript = /\.(ts|tsx|mjs)$/.test(file) && existsSync(path);
    const text = isScript ? readFileSync(path, "utf8") : "";
    const names = specifiersOf(text);
    const globbed = (isText: boolean) =>
      [...text.matchAll(globs)]
        .filter(([, , options = ""]) => options.includes("?raw") === isText)
        .flatMap(([, pattern = ""]) => globSync(pattern, { cwd: dirname(path) }))
        .map((found) => relative(root, join(dirname(path), found)));
    const named = names.map((name) => fileOf(name, file)).filter((found) => found !== null);
    const files = [...named, ...globbed(false)];
    const texts = globbed(true);
    const packages = names.filter((name) => /^(@[a-z]|[a-z])[^:]*$/.test(name));
    const imports = { files, texts, packages };
    this.read.set(file, imports);
    return imports;
  }

  /** These files and all that they import, one by another, as far as `through` lets on. */
  reachedFrom(files: Iterable<string>, through: (file: string) => boolean = () => true): Set<string> {
    const reached = new Set<string>();
    const waiting = [...files];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      if (through(file)) waiting.push(...this.importsOf(file).files);
    }
    return reached;
  }
}
