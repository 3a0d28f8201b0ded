import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { spotlight } from "@mantine/spotlight";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { speak } from "#web/console/language.ts";

// What a person does before a console's page, and what there is to read.

type Name = string | RegExp;
/** Every act of a test is one of the same person's. */
export const person = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** What can be read in an element, on one line, with what assistive technology is told of icons left out. */
export function words(element: Element = document.body): string {
  if (element instanceof HTMLElement && (element.style.display === "none" || element.hidden)) return "";
  if (["STYLE", "SCRIPT", "SVG"].includes(element.tagName.toUpperCase())) return "";
  const parts = [...element.childNodes].map((node) =>
    node instanceof Element ? words(node) : (node.textContent ?? ""),
  );
  return parts
    .join(" ")
    .replace(/\s+/g, " ")
    .replace(/ ([,.:;])/g, "$1")
    .trim();
}

/** Waits until an element, usually the page, says it. */
export async function see(text: Name, where?: () => Element): Promise<void> {
  await waitFor(() => {
    const said = words(where?.());
    if (typeof text === "string") expect(said).toContain(text);
    else expect(said).toMatch(text);
  });
}
const inside = (element?: HTMLElement) => (element ? within(element) : screen);

export function dialog(name?: Name): Promise<HTMLElement> {
  return screen.findByRole("dialog", name === undefined ? {} : { name });
}
export const noDialog = (): Promise<void> => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

/** The first button of that name. */
export async function button(name: Name, where?: HTMLElement): Promise<HTMLElement> {
  const [first] = await inside(where).findAllByRole("button", { name });
  if (!first) throw new Error(`no button ${name}`);
  return first;
}
/** Waits until the first button of that name is enabled: a click on a disabled one does nothing. */
export async function press(name: Name, where?: HTMLElement): Promise<void> {
  const ready = await waitFor(() => {
    const [first] = inside(where).getAllByRole("button", { name });
    if (!first || first.matches(":disabled")) throw new Error(`no button ${name} that can be pressed`);
    return first;
  });
  await person.click(ready);
}

/** What is done with a router stands in its sheet, which its row opens. */
export async function actOn(router: string, act: string): Promise<void> {
  await press(new RegExp(`^${router} ?api-${router}`));
  await press(act, await dialog(router));
}

/** Puts texts into fields by their labels, in place of what is there; at once, which is faster than key by key. */
export async function fill(typed: Record<string, string>, where?: HTMLElement): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    const field = inside(where).getByLabelText(new RegExp(`^${label.replace(/[()]/g, "\\$&")}`));
    await person.clear(field);
    if (text !== "") await person.paste(text);
  }
}

/** The toast that stands alone, "Title - text". */
export async function toast(): Promise<string> {
  const said = await waitFor(() => {
    const found = document.querySelectorAll<HTMLElement>(".mantine-Notification-root");
    expect(found).toHaveLength(1);
    return found[0] as HTMLElement;
  });
  const part = (name: string) => said.querySelector(`.mantine-Notification-${name}`);
  return [part("title"), part("description")]
    .flatMap((one) => (one ? [words(one)] : []))
    .filter(Boolean)
    .join(" - ");
}
/** The toast that comes of an act. */
export async function toastAfter(act: () => Promise<unknown>): Promise<string> {
  notifications.clean();
  await waitFor(() => expect(document.querySelector(".mantine-Notification-root")).toBeNull());
  await act();
  return toast();
}

/** The rows of a table without its head, each on one line. */
export async function rows(table: Name): Promise<string[]> {
  const found = await screen.findByRole("table", { name: table });
  return within(found)
    .getAllByRole("row")
    .slice(1)
    .map((row) => words(row));
}
export async function heads(table: Name): Promise<string[]> {
  const found = await screen.findByRole("table", { name: table });
  return within(found)
    .getAllByRole("columnheader")
    .map((head) => words(head));
}

/** After each test: nothing stays open, and English is spoken. */
export async function clearPage(): Promise<void> {
  spotlight.close();
  modals.closeAll();
  notifications.clean();
  notifications.cleanQueue();
  sessionStorage.clear();
  localStorage.clear();
  await speak("en");
}

/** The row of a table, or the item of a list, that contains a text. */
export async function row(table: Name, text: string): Promise<string> {
  const found = await waitFor(async () => {
    const one = (await rows(table)).find((line) => line.includes(text));
    expect(one).toBeDefined();
    return one;
  });
  return found ?? "";
}

/** A figure of the page: what it says and which rows it opens. */
export async function card(name: string): Promise<{ text: string; address: string | null }> {
  const main = await screen.findByRole("main");
  const link = await within(main).findByRole("link", { name: new RegExp(`^${name}`) });
  return { text: words(link), address: link.getAttribute("href") };
}

/** Chooses an option of a list that opens. */
export async function choose(label: Name, option: Name, where?: HTMLElement): Promise<void> {
  const list = await inside(where).findByRole("combobox", { name: label });
  await person.click(list);
  await person.click(await screen.findByRole("option", { name: option }));
}

export const addressNow = (): string => `${window.location.pathname}${window.location.search}`;

/** What a list that opens offers; it is closed again. */
export async function offers(label: Name, where?: HTMLElement): Promise<string[]> {
  const list = await inside(where).findByRole("combobox", { name: label });
  await person.click(list);
  const options = within(await screen.findByRole("listbox")).getAllByRole("option");
  const texts = options.map((option) => words(option));
  fireEvent.blur(list);
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  return texts;
}
