import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

export type UsedMessage = { file: string; text: string; values: string[] | null };

const root = join(import.meta.dirname, "../../..");

/** Every call of `t(…)` in these folders: its text, and the names of its values (null where they are not written there). */
export function readMessages(folders: readonly string[]): { said: UsedMessage[]; unclear: string[] } {
  const said: UsedMessage[] = [];
  const unclear: string[] = [];
  for (const folder of folders) {
    for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
      const source = ts.createSourceFile(
        file,
        readFileSync(join(root, file), "utf8"),
        ts.ScriptTarget.Latest,
        true,
        file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      );
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "t") {
          const [first, second] = node.arguments;
          if (first && ts.isStringLiteralLike(first))
            said.push({ file, text: first.text, values: valuesOf(second) });
          else unclear.push(`${file}: ${node.getText().slice(0, 80)}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  }
  return { said, unclear };
}

function valuesOf(given: ts.Expression | undefined): string[] | null {
  if (!given) return [];
  if (!ts.isObjectLiteralExpression(given)) return null;
  const names = given.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : null));
  return names.some((name) => name === null) ? null : (names as string[]).sort();
}
