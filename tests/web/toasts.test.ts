import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Window } from "happy-dom";
import { expect, it } from "vitest";

// Where toasts stand on a phone, by the style sheets as they are written: nothing that is pressed lies under one.

const read = (file: string) => readFileSync(join(import.meta.dirname, "../../web", file), "utf8");

function draw(width: number, html: string, ...styles: string[]) {
  const window = new Window({ width });
  const { document } = window;
  document.head.innerHTML = `<style>${styles.map(read).join("\n")}</style>`;
  document.body.innerHTML = html;
  return (selector: string, property: string): number => {
    const element = document.querySelector(selector);
    if (!element) throw new Error(`${selector} is not there`);
    return Number.parseFloat(window.getComputedStyle(element).getPropertyValue(property));
  };
}

it("in the consoles below the head, and at a desk where they were", () => {
  const head = /header=\{\{ height: (\d+) \}\}/.exec(read("console/layout.tsx"))?.[1];
  const root = '<div class="toasts" data-position="top-center" style="--mantine-spacing-md: 16px"></div>';
  const top = (width: number) => draw(width, root, "console/toasts.module.css")(".toasts", "top");
  expect(top(360)).toBeGreaterThan(Number(head));
  expect(top(1280)).toBe(16);
});

it("in the pay sheet within its head, beside Close and above the tabs", () => {
  const of = draw(
    360,
    `<dialog class="sheet" open><div class="sheet-in"><div class="sheet-head"><button class="sheet-close"></button></div></div>
      <div class="toasts"><div class="toast"></div></div></dialog>`,
    ...["frame", "pay", "toast"].map((name) => `portal/styles/${name}.css`),
  );
  const tabs = of(".sheet-in", "padding-top") + of(".sheet-head", "min-height");
  expect(tabs).toBeGreaterThan(0);
  expect(of(".toasts", "top") + of(".toast", "height")).toBeLessThanOrEqual(tabs);
  const close = of(".sheet-in", "padding-right") + of(".sheet-close", "width");
  expect(of(".toasts", "right")).toBeGreaterThan(close);
});
