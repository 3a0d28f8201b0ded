import { env } from "cloudflare:workers";

type Methods = Record<string, (this: object, ...given: never[]) => unknown>;
/** @param texts of the statements that run, @param answer what D1 says: what is returned is what the caller gets */
type Watcher = (texts: readonly string[], answer: unknown) => unknown;

const watchers: Watcher[] = [];
const textOf = new WeakMap<object, string>();
const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Methods;
const database = Object.getPrototypeOf(env.DB) as Methods;

/** From now on, in all files of this runtime: sees each statement that runs on D1, of tests and of the worker. */
export function watchD1(watcher: Watcher): void {
  watchers.push(watcher);
}

function replace(
  methods: Methods,
  name: string,
  replacement: (self: object, given: never[], made: unknown) => unknown,
) {
  const real = methods[name];
  if (!real) throw new Error(`D1 has no ${name}`);
  methods[name] = function (this: object, ...given: never[]) {
    return replacement(this, given, real.apply(this, given));
  };
}

function ran(texts: readonly string[], answer: unknown): unknown {
  return watchers.reduce((said, watcher) => watcher(texts, said), answer);
}

replace(database, "prepare", (_self, [text], made) => {
  textOf.set(made as object, String(text));
  return made;
});
replace(statement, "bind", (self, _given, made) => {
  textOf.set(made as object, textOf.get(self) ?? "");
  return made;
});
replace(database, "batch", (_self, [statements], answer) =>
  ran(
    (statements as unknown as object[]).map((one) => textOf.get(one) ?? ""),
    answer,
  ),
);
replace(database, "exec", (_self, [text], answer) => ran([String(text)], answer));
for (const name of ["all", "run", "first", "raw"])
  replace(statement, name, (self, _given, answer) => ran([textOf.get(self) ?? ""], answer));
