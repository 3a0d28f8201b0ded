/** A menu whose rows can be added, changed and removed. */

import { type Call, chosen, type Menu, nothing, type Result, readVerbs, type Verb } from "./menu.ts";
import type { Row } from "./query.ts";
import { noUsage, type StoredRow, type TableName } from "./state.ts";
import { failure, missing } from "./trap.ts";
import { type Kind, text, yesNo } from "./values.ts";
import { newId, type World } from "./world.ts";

export interface Field {
  readonly kind: Kind;
  /** Given to a new row that does not name the field. */
  readonly initial?: string;
  /** `add` without it is refused. */
  readonly required?: boolean;
  /** Shown only to users with the policy `sensitive`. */
  readonly sensitive?: boolean;
  readonly exists?: (world: World) => boolean;
}

interface TableMenu {
  readonly path: string;
  readonly table: TableName;
  readonly fields: Readonly<Record<string, Field>>;
  readonly verbs: readonly ("add" | "set" | "remove" | "enable" | "disable")[];
  /** Rows count usage. */
  readonly counted?: boolean;
  /** Refuses a row that must not stand beside the others. Throws a Trap. */
  readonly check?: (world: World, values: Readonly<Record<string, string>>, self: StoredRow | null) => void;
  /** Read-only values shown beside the stored ones. */
  readonly shown?: (world: World, row: StoredRow) => Row;
  /** After any change of the table. */
  readonly changed?: (world: World) => void;
  /** Rows shown beside those of the table. */
  readonly extra?: (world: World) => Row[];
}

const always: Readonly<Record<string, Field>> = { comment: { kind: text }, disabled: { kind: yesNo } };

function fieldsOf(menu: TableMenu, world: World): Readonly<Record<string, Field>> {
  const fields = Object.entries(menu.fields).filter(([, field]) => field.exists?.(world) ?? true);
  const both = menu.verbs.includes("disable") ? always : {};
  return Object.fromEntries([...fields, ...Object.entries(both)]);
}

/** The values of `row` as they would be after this command; nothing is stored yet. */
function changedValues(menu: TableMenu, call: Call, row: StoredRow | null): Record<string, string> {
  const values = { ...row?.values };
  for (const [name, field] of Object.entries(fieldsOf(menu, call.world))) {
    const given = call.command.attributes.get(name);
    if (given !== undefined) {
      const checked = field.kind(given, name, call.world);
      if (checked === "") delete values[name];
      else values[name] = checked;
    } else if (row === null && field.required) throw missing(name);
    else if (row === null && field.initial !== undefined) values[name] = field.initial;
  }
  if (menu.verbs.includes("disable")) values.disabled ??= "false";
  menu.check?.(call.world, values, row);
  return values;
}

function add(menu: TableMenu, call: Call): Result {
  const values = changedValues(menu, call, null);
  const row: StoredRow = {
    id: newId(call.world),
    values,
    used: menu.counted ? noUsage() : null,
    builtIn: false,
  };
  call.world.state.tables[menu.table].push(row);
  menu.changed?.(call.world);
  return { rows: [], ret: row.id };
}

function rowsChosen(menu: TableMenu, call: Call): StoredRow[] {
  const rows = call.world.state.tables[menu.table];
  return chosen(
    call,
    (key) => rows.find((row) => row.id === key) ?? rows.find((row) => row.values.name === key),
  );
}

function set(menu: TableMenu, call: Call): Result {
  const changes = rowsChosen(menu, call).map((row) => ({ row, values: changedValues(menu, call, row) }));
  for (const { row, values } of changes) row.values = values;
  menu.changed?.(call.world);
  return nothing;
}

function remove(menu: TableMenu, call: Call): Result {
  const gone = rowsChosen(menu, call);
  if (gone.some((row) => row.builtIn)) throw failure("can not remove default item");
  const tables = call.world.state.tables;
  tables[menu.table] = tables[menu.table].filter((row) => !gone.includes(row));
  menu.changed?.(call.world);
  return nothing;
}

function setDisabled(menu: TableMenu, call: Call, disabled: "true" | "false"): Result {
  const rows = rowsChosen(menu, call);
  for (const row of rows) menu.check?.(call.world, { ...row.values, disabled }, row);
  for (const row of rows) row.values.disabled = disabled;
  menu.changed?.(call.world);
  return nothing;
}

function writeVerbs(menu: TableMenu): [string, Verb][] {
  const names = (world: World) => Object.keys(fieldsOf(menu, world));
  const items = () => [".id", "numbers"];
  const verb = (parameters: Verb["parameters"], run: Verb["run"]): Verb => ({
    writes: true,
    parameters,
    run,
  });
  const all: Record<TableMenu["verbs"][number], Verb> = {
    add: verb(names, (call) => add(menu, call)),
    set: verb(
      (world) => [...items(), ...names(world)],
      (call) => set(menu, call),
    ),
    remove: verb(items, (call) => remove(menu, call)),
    enable: verb(items, (call) => setDisabled(menu, call, "false")),
    disable: verb(items, (call) => setDisabled(menu, call, "true")),
  };
  return menu.verbs.map((name) => [name, all[name]]);
}

export function tableMenu(menu: TableMenu): Menu {
  const rows: Menu["rows"] = (world, account) => {
    const fields = fieldsOf(menu, world);
    const visible = Object.keys(fields).filter(
      (name) => !fields[name]?.sensitive || account.policies.includes("sensitive"),
    );
    const stored = world.state.tables[menu.table].map((row): Row => {
      const values = visible.flatMap((name) =>
        row.values[name] === undefined ? [] : [[name, row.values[name]]],
      );
      return { ".id": row.id, ...Object.fromEntries(values), ...menu.shown?.(world, row) };
    });
    return [...stored, ...(menu.extra?.(world) ?? [])];
  };
  return { path: menu.path, rows, verbs: new Map([...readVerbs(rows), ...writeVerbs(menu)]) };
}
