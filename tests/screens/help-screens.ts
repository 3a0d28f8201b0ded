import { helpBooks } from "#contract/values/help";
import type { Screen } from "./stage.ts";

const at = (name: string, path: string): Screen => ({
  name: `help-${name}`,
  async show(stage) {
    const admin = await stage.admin("/admin", { signedIn: false });
    await admin.page.goto(`${stage.site.main}${path}`);
    return admin;
  },
});

/** The handbooks as they are read. */
export const helpScreens: Screen[] = [
  at("index", "/help?lang=en"),
  ...helpBooks.map((book) => at(book, `/help/${book}?lang=en`)),
  ...(["provider", "install"] as const).map((book) => at(`kiswahili-${book}`, `/help/${book}?lang=sw`)),
];
