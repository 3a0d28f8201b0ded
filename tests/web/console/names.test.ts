import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import swahili from "#web/console/messages/sw.json" with { type: "json" };

// Who uses a page by voice says what stands on a button: its name for machines begins with that or has it in it (WCAG 2.5.3).

const root = join(import.meta.dirname, "../../..");
const inSwahili = new Map<string, string>(Object.entries(swahili));
const pressed = /(?:Button|Anchor|Icon|Chip|Link|NavLink|^a|^button)$/;

type Named = { at: string; names: string[]; shown: string[] };

/** What is pressed, has words on it, and another name by texts of `t(…)`. */
function namedIn(file: string, text: string): Named[] {
  const found: Named[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && pressed.test(node.openingElement.tagName.getText())) {
      const name = node.openingElement.attributes.properties.find(
        (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === "aria-label",
      );
      const names = name?.initializer ? textsIn(name.initializer, source) : [];
      const shown = node.children.flatMap((child) => textsIn(child, source));
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (names.length > 0 && shown.length > 0) found.push({ at: `${file}:${line}`, names, shown });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Of every `t("…")` in it, and of a constant that it is called by. */
function textsIn(node: ts.Node, source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one) && one.expression.getText() === "t") {
      const [first] = one.arguments;
      if (first && ts.isStringLiteralLike(first)) texts.push(first.text);
    } else ts.forEachChild(one, visit);
  };
  visit(node);
  const constant = ts.isJsxExpression(node) && node.expression ? node.expression : undefined;
  if (!constant || !ts.isIdentifier(constant)) return texts;
  const find = (one: ts.Node): void => {
    if (ts.isVariableDeclaration(one) && one.name.getText() === constant.text) visit(one);
    ts.forEachChild(one, find);
  };
  find(source);
  return texts;
}

const lacks = ({ names, shown }: Named, say: (text: string) => string | undefined) =>
  shown
    .map((text) => say(text)?.toLowerCase())
    .filter((text) => text !== undefined && !names.some((name) => say(name)?.toLowerCase().includes(text)));

it("what stands on a button is in its name, in English and in Swahili", () => {
  const all = ["web/admin", "web/superadmin", "web/console"]
    .flatMap((folder) => globSync(`${folder}/**/*.tsx`, { cwd: root }))
    .flatMap((file) => namedIn(file, readFileSync(join(root, file), "utf8")));
  expect(all.length).toBeGreaterThan(50);
  const wrong = all.flatMap((one) =>
    // The operator's console is in English alone.
    [
      ...lacks(one, (text) => text),
      ...(one.at.startsWith("web/superadmin") ? [] : lacks(one, (text) => inSwahili.get(text))),
    ].map((text) => `${one.at}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

it("a name without the words is found", () => {
  const button = '<Button aria-label={t("Mark {name} as done", { name })}>{t("Mark as done")}</Button>';
  expect(namedIn("a.tsx", button).map((one) => lacks(one, (text) => text))).toEqual([["mark as done"]]);
});
