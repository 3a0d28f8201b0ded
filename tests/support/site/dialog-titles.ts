import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./processes.ts";

/** What opens above a page, as the consoles write it: by a component with a title, or by a question that is asked. */
const windows = ["FormModal", "Window", "Sheet", "Modal", "Drawer", "Prove", "VerificationPayment"];
const questions = ["confirmAction", "openConfirmModal", "ask"];

export type DialogTitle = { file: string; text: string };

/**
 * The titles of everything that can open, as texts of `t(…)`. `unclear`: what takes its title from who opens it; a new one must be known
 * to the lists above.
 */
export function dialogTitles(folders: readonly string[]): { titles: DialogTitle[]; unclear: string[] } {
  const titles: DialogTitle[] = [];
  const unclear: string[] = [];
  for (const file of folders.flatMap((folder) => globSync(`${folder}/**/*.tsx`, { cwd: root }))) {
    const text = readFileSync(join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const take = (title: ts.Node | undefined) => {
      const found = title ? textsIn(title) : [];
      titles.push(...found.map((one) => ({ file, text: one })));
      if (found.length === 0) unclear.push(file);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isJsxOpeningLikeElement(node) && windows.includes(node.tagName.getText()))
        take(attributeOf(node, "title"));
      // A question that a button asks, given to it by who shows it.
      const given =
        ts.isJsxAttribute(node) && node.name.getText() === "question" ? node.initializer : undefined;
      if (given && ts.isJsxExpression(given)) take(propertyOf(given.expression, "title"));
      // Of the same name may be what begins a question elsewhere, or waits for an answer.
      const isQuestion =
        ts.isCallExpression(node) && questions.includes(node.expression.getText().replace(/^.*\./, ""));
      if (isQuestion && node.arguments.some(ts.isObjectLiteralExpression))
        take(node.arguments.map((one) => propertyOf(one, "title")).find((one) => one !== undefined));
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { titles, unclear: [...new Set(unclear)].sort() };
}

function attributeOf(element: ts.JsxOpeningLikeElement, name: string): ts.Node | undefined {
  return element.attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name,
  )?.initializer;
}

function propertyOf(given: ts.Node | undefined, name: string): ts.Node | undefined {
  if (!given || !ts.isObjectLiteralExpression(given)) return undefined;
  const found = given.properties.find((one) => one.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : found;
}

/** Of every `t("…")` in it. */
function textsIn(node: ts.Node): string[] {
  const texts: string[] = [];
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one) && one.expression.getText() === "t") {
      const [first] = one.arguments;
      if (first && ts.isStringLiteralLike(first)) texts.push(first.text);
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  return texts;
}

/** What stands in a title for a value, by its name alone or with a word for each number. */
const value = /\{\w+(?:, plural,(?: \w+ \{[^}]*\})+)?\}/;

/** Whether a window that is called so is the one with this title. */
export function isTitled(name: string, title: string): boolean {
  const words = title.split(value).map((text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${words.join(".+")}$`).test(name);
}
