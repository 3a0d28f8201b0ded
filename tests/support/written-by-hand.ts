import { env } from "cloudflare:workers";
import { directoryChanged } from "#worker/db/directory";
import { concernsSnapshots } from "#worker/db/snapshot";

// Tests write rows of the platform by hand and look at once what follows, without a call of the platform that would deliver them
// to the providers' objects, and without the seconds after which these ask: here every such write is told to all objects.

let isOn = true;

/** Until the next file: what tests write by hand is not told to objects, so that only the product's own telling is seen. */
export function tellNothing(): void {
  isOn = false;
}

export function tellAgain(): void {
  isOn = true;
}

type Methods = Record<string, (this: object, ...given: never[]) => unknown>;

const texts = new WeakMap<object, string>();
const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Methods;
const database = Object.getPrototypeOf(env.DB) as Methods;

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

async function told(statements: readonly object[], answer: unknown): Promise<unknown> {
  const done = await answer;
  if (isOn && statements.some((one) => concernsSnapshots(texts.get(one) ?? ""))) {
    directoryChanged();
    const { results } = await env.DB.prepare("SELECT id FROM providers").all<{ id: string }>();
    await Promise.allSettled(results.map(({ id }) => env.PROVIDER.getByName(id).refreshSnapshot()));
  }
  return done;
}

replace(database, "prepare", (_self, [text], made) => {
  texts.set(made as object, String(text));
  return made;
});
replace(statement, "bind", (self, _given, made) => {
  texts.set(made as object, texts.get(self) ?? "");
  return made;
});
replace(database, "batch", (_self, [statements], answer) => told(statements as unknown as object[], answer));
for (const name of ["all", "run", "first"])
  replace(statement, name, (self, _given, answer) => told([self], answer));
