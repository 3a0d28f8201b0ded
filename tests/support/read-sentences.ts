import { readFileSync } from "node:fs";
import ts from "typescript";

// Sentences as they stand in sources, for tests that ask for the Kiswahili of each.

/** A text with `{}` where a template puts something in; null for what is no text. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

/** Sentences begin with a capital (or with what is put in), have several words and are no SQL. */
export const isSentence = (text: string) =>
  /^(\{\} )?(?![A-Z]{2,}\b)[A-Z][\w-]*,? .*[a-z]/.test(text) &&
  !/\b(FROM|WHERE|INTO|UPDATE|VALUES)\b/.test(text);

/** What goes to the log or stops the program is never shown. */
function isInternal(node: ts.Node): boolean {
  const call = ts.isCallExpression(node) && /^(console|hono)\b/.test(node.expression.getText());
  return (
    call ||
    (ts.isNewExpression(node) &&
      /^(\w*Error|BadEnvironment)$/.test(node.expression.getText()) &&
      node.expression.getText() !== "AppError")
  );
}

/** All texts of one source that may be shown to somebody, with `{}` where something is put in. */
export function textsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (isInternal(node) || ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== null) found.push(text);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}
