// SQL as a value: a text and what is bound into it. It holds no database; an executor (worker/db/executor.ts) runs it.

export type SqlValue = string | number | boolean | null | Uint8Array;

export type Query = { readonly sql: string; readonly params: (string | number | null | Uint8Array)[] };

/** In a statement: the provider whose rows it is about. Only `tenantDb` binds it, as `?1` of each of its statements. */
export const thisProvider: unique symbol = Symbol("this provider");
type Bound = SqlValue | typeof thisProvider;

/** D1 and a Durable Object bind no more to a statement. A longer list is bound as one JSON text: `among`. */
const mostParams = 100;

/**
 * What follows LIMIT. The planner looks into a value that stands there alone, so that SQLite plans the statement anew each time that one
 * is bound: for a long statement as much work as running it.
 */
export const planFree = (mark: string): string => `${mark} + 0`;

/** A statement, or a part of one. `Row` are the columns that it answers. Made by `sql` alone. */
export class Sql<Row = unknown> {
  /** For the compiler; holds nothing. */
  declare readonly row: Row;
  /** One more than there are values: a value stands between two texts. */
  readonly texts: readonly string[];
  readonly values: readonly Bound[];

  constructor(texts: readonly string[], values: readonly Bound[]) {
    this.texts = texts;
    this.values = values;
  }

  /** @param providerId bound where the statement says `thisProvider` @throws where it says so and none is given */
  query(providerId?: string): Query {
    const params: Query["params"] = providerId === undefined ? [] : [providerId];
    let text = this.texts[0] ?? "";
    for (const [place, value] of this.values.entries()) {
      if (value !== thisProvider) params.push(typeof value === "boolean" ? Number(value) : value);
      else if (providerId === undefined)
        throw new Error(`only a provider's database binds thisProvider: ${this.texts.join("?")}`);
      const mark = `?${value === thisProvider ? 1 : params.length}`;
      text += `${this.texts[place]?.endsWith("LIMIT ") ? planFree(mark) : mark}${this.texts[place + 1]}`;
    }
    if (params.length > mostParams) throw new Error(`a statement binds ${params.length} values: ${text}`);
    return { sql: text, params };
  }
}

/** ``sql<{ name: string }>`SELECT name FROM providers WHERE id = ${id}` ``: `${}` is bound; another `sql` is put in. */
export function sql<Row = unknown>(template: TemplateStringsArray, ...parts: (Bound | Sql)[]): Sql<Row> {
  return from(template, parts);
}

function from<Row>(between: readonly string[], parts: readonly (Bound | Sql)[]): Sql<Row> {
  const texts = [between[0] ?? ""];
  const values: Bound[] = [];
  const add = (text: string) => texts.push((texts.pop() ?? "") + text);
  for (const [place, part] of parts.entries()) {
    const next = between[place + 1] ?? "";
    if (part instanceof Sql) {
      add(part.texts[0] ?? "");
      texts.push(...part.texts.slice(1));
      values.push(...part.values);
      add(next);
    } else {
      values.push(part);
      texts.push(next);
    }
  }
  return new Sql(texts, values);
}

/** The parts one after another; no text at all where there are none. */
export function joined(parts: readonly Sql[], separator: ", " | " AND " | " OR " | " UNION ALL "): Sql {
  return from(["", ...parts.slice(1).map(() => separator), ""], parts);
}

/** A list to look in, of any length: `id IN ${among(ids)}`. */
export function among(values: readonly (string | number | null)[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Names of tables or columns that the code chose, parted by commas. @throws where one is more than a name */
export function names(...chosen: readonly string[]): Sql {
  const odd = chosen.find((name) => !/^\w+(\.\w+)?$/.test(name));
  if (odd !== undefined) throw new Error(`no name of a table or column: ${odd}`);
  return new Sql([chosen.join(", ")], []);
}
