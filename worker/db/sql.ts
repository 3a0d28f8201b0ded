// SQL as a value: a text and what is bound into it. It holds no database; an executor (worker/db/executor.ts) runs it.

export type SqlValue = string | number | boolean | null | Uint8Array;

export type Query = { readonly sql: string; readonly params: (string | number | null | Uint8Array)[] };

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
  readonly values: readonly SqlValue[];

  constructor(texts: readonly string[], values: readonly SqlValue[]) {
    this.texts = texts;
    this.values = values;
  }

  query(): Query {
    const params: Query["params"] = [];
    let text = this.texts[0] ?? "";
    for (const [place, value] of this.values.entries()) {
      params.push(typeof value === "boolean" ? Number(value) : value);
      const mark = `?${params.length}`;
      text += `${this.texts[place]?.endsWith("LIMIT ") ? planFree(mark) : mark}${this.texts[place + 1]}`;
    }
    if (params.length > mostParams) throw new Error(`a statement binds ${params.length} values: ${text}`);
    return { sql: text, params };
  }
}

/** ``sql<{ name: string }>`SELECT name FROM providers WHERE id = ${id}` ``: `${}` is bound; another `sql` is put in. */
export function sql<Row = unknown>(template: TemplateStringsArray, ...parts: (SqlValue | Sql)[]): Sql<Row> {
  return from(template, parts);
}

function from<Row>(between: readonly string[], parts: readonly (SqlValue | Sql)[]): Sql<Row> {
  const texts = [between[0] ?? ""];
  const values: SqlValue[] = [];
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

/** WHERE with all of these; no text at all where there are none. */
export function whereAll(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`WHERE ${joined(conditions, " AND ")}`;
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
