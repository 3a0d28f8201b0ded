import { answer } from "./answer.ts";
import { wordsOf } from "./evidence.ts";
import { ads } from "./lists.ts";
import {
  at,
  button,
  choices,
  dialogOf,
  done,
  field,
  fill,
  listener,
  type Provoke,
  refused,
  submit,
} from "./world.ts";

// Advertisement Management.

const list = "GET superadmin/advertisements";
const typed = { Title: "Phones", "Content (HTML)": "<p>Cheap</p>" };
const calls = {
  create: "POST superadmin/advertisements",
  update: "PUT superadmin/advertisements/1",
  remove: "DELETE superadmin/advertisements/1",
};

export const adProvocations = {
  async "the advertisements"(world) {
    const operator = await at(world, "advertisements", { answers: { [list]: { json: ads() } } });
    const { page } = operator;
    const tabs = await page.getByRole("tab").allInnerTexts();
    const cards: string[] = [];
    for (const card of await page.getByTestId("ad").all())
      cards.push((await card.innerText()).replace(/\s+/g, " "));
    const icons = await page.getByTestId("ad").first().getByRole("button").all();
    const acts = await Promise.all(icons.map((icon) => icon.getAttribute("aria-label")));
    await button(page, "Delete Ad 1").click();
    const question = await wordsOf(page, "[role=dialog]");
    return done(operator, { tabs, cards, acts, question });
  },

  async "no advertisements"(world) {
    return done(await at(world, "advertisements", { answers: { [list]: { json: [] } } }));
  },

  async "advertisements that cannot be read"(world) {
    return done(await at(world, "advertisements", { answers: { [list]: refused } }));
  },

  async "the analytics"(world) {
    const json = { total: 3, active: 1, views: 2500, clicks: 100 };
    const answers = { "superadmin/advertisements/stats": { json } };
    return done(await at(world, "advertisements?tab=analytics", { answers }));
  },

  async "the form of an advertisement"(world) {
    const operator = await at(world, "advertisements", { answers: { [list]: { json: [] } } });
    const { page } = operator;
    await button(page, "Create Advertisement").click();
    const tab = (name: string) => dialogOf(page).getByRole("tab", { name });
    await tab("Content").waitFor();
    const tabs = { closed: await dialogOf(page).getByRole("tab").allInnerTexts(), previewed: [""] };
    const most = {
      title: await field(page, "Title").getAttribute("maxlength"),
      description: await field(page, "Description").getAttribute("maxlength"),
    };
    const said: Record<string, boolean> = {};
    const refuse = async (what: string, values: Record<string, string>, sentence: string) => {
      await fill(page, values);
      await submit(page);
      await dialogOf(page).getByText(sentence, { exact: true }).waitFor();
      said[what] = true;
    };
    await refuse("no title", { ...typed, Title: " " }, "Please enter a title.");
    await refuse("no content", { ...typed, "Content (HTML)": " " }, "Please enter the content.");
    const website = "The external address must be a web address, beginning with http:// or https://.";
    await refuse("external URL", { ...typed, "External URL": "shop" }, website);
    await fill(page, { "External URL": "" });
    const picture = "The image must be a picture that you choose, or an address that begins with https://.";
    await refuse("image URL", { "Or the image's web address": "shop" }, picture);
    await fill(page, { "Or the image's web address": "" });
    await tab("Settings").click();
    const number = async (label: string) => {
      const given = ["min", "max"].map((name) => field(page, label).getAttribute(name));
      return [await field(page, label).inputValue(), ...(await Promise.all(given))];
    };
    const numbers = {
      priority: await number("Priority"),
      duration: await number("Display duration (seconds)"),
    };
    const audience = dialogOf(page).getByRole("combobox", { name: "Target audience" });
    const target = await audience.inputValue();
    const targets = await choices(page, audience);
    const active = await dialogOf(page).getByRole("switch", { name: "Active" }).isChecked();
    const dates = [await field(page, "Start date").inputValue(), await field(page, "End date").inputValue()];
    const priority = "The priority is a whole number from 1 to 10.";
    await refuse("priority 11", { Priority: "11" }, priority);
    await fill(page, { Priority: "1" });
    const duration = "The display duration is a whole number of seconds from 5 to 300.";
    await refuse("4 seconds", { "Display duration (seconds)": "4" }, duration);
    await refuse("301 seconds", { "Display duration (seconds)": "301" }, duration);
    await dialogOf(page).getByLabel("Show preview").click();
    await tab("Preview").waitFor();
    tabs.previewed = await dialogOf(page).getByRole("tab").allInnerTexts();
    const sent = operator.requests.includes("POST /api/superadmin/advertisements");
    return done(operator, { tabs, most, said, numbers, target, targets, active, dates, sent });
  },

  async "calls of the advertisements"(world) {
    const operator = await at(world, "advertisements", { answers: { [list]: { json: ads() } } });
    const { page } = operator;
    const { toasts, hear } = listener(page);
    const form = dialogOf(page);
    const remove = async () => {
      await button(page, "Delete Ad 1").click();
      await form.getByRole("button", { name: "Delete advertisement" }).click();
    };
    await answer(operator, { [calls.create]: refused, [calls.update]: refused, [calls.remove]: refused });
    await hear("delete fails", remove);
    await button(page, "Edit Ad 1").click();
    await hear("update fails", () => submit(page));
    await answer(operator, { [calls.update]: { json: ads()[0] }, [calls.create]: { json: ads()[0] } });
    await answer(operator, { [calls.remove]: { json: { success: true, message: "Deleted." } } });
    await hear("update", () => submit(page));
    await form.waitFor({ state: "detached" });
    await hear("delete", remove);
    await form.waitFor({ state: "detached" });
    await button(page, "Create Advertisement").click();
    await fill(page, typed);
    await answer(operator, { [calls.create]: refused });
    await hear("create fails", () => submit(page));
    await answer(operator, { [calls.create]: { json: ads()[0] } });
    await hear("create", () => submit(page));
    return done(operator, { toasts });
  },
} satisfies Record<string, Provoke>;
