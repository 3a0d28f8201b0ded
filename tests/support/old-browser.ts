import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cdp } from "./cdp.ts";
import { oldBrowser } from "./provide.mjs";

const flags = [
  "--headless",
  // The package was made for a place that forbids more processes than one.
  "--single-process",
  "--no-zygote",
  "--no-sandbox",
  "--disable-gpu",
  "--hide-scrollbars",
  "--remote-debugging-port=0",
  "--host-resolver-rules=MAP *.localhost 127.0.0.1",
];

type Evaluated = { result: { value?: unknown }; exceptionDetails?: Exception };
type Exception = { text: string; exception?: { description?: string } };

const told = ({ text, exception }: Exception) => exception?.description ?? text;

/** The browser listens a moment before its first page is there. */
async function firstPage(origin: string): Promise<string> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const list = (await (await fetch(`${origin}/json/list`)).json()) as Record<string, string>[];
    const address = list.find(({ type }) => type === "page")?.webSocketDebuggerUrl;
    if (address) return address;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the old browser opened no page within 10 s");
}

/** Chromium 72 with one page, driven over the bare protocol: Playwright does not speak to browsers of its age. */
export class OldPage {
  /** What was thrown or written to the console as an error, in order. */
  readonly faults: string[] = [];
  private readonly line: Cdp;
  private readonly end: () => Promise<void>;

  private constructor(line: Cdp, end: () => Promise<void>) {
    this.line = line;
    this.end = end;
  }

  static async start(options: { width?: number; height?: number } = {}): Promise<OldPage> {
    const { width = 360, height = 640 } = options;
    const profile = mkdtempSync(join(tmpdir(), "old-browser-"));
    const child = spawn(oldBrowser(), [...flags, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const end = async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const origin = await listening(child);
      const line = await Cdp.connect(await firstPage(origin));
      const page = new OldPage(line, end);
      await page.prepare(width, height);
      return page;
    } catch (cause) {
      await end();
      throw cause;
    }
  }

  private async prepare(width: number, height: number): Promise<void> {
    this.line.on<{ exceptionDetails: Exception }>("Runtime.exceptionThrown", ({ exceptionDetails }) =>
      this.faults.push(`error: ${told(exceptionDetails)}`),
    );
    this.line.on<{ type: string; args: { value?: unknown; description?: string }[] }>(
      "Runtime.consoleAPICalled",
      ({ type, args }) => {
        if (type === "error")
          this.faults.push(`console: ${args.map((one) => one.value ?? one.description).join(" ")}`);
      },
    );
    this.line.on<{ entry: { level: string; text: string; url?: string } }>("Log.entryAdded", ({ entry }) => {
      // A refused voucher or payment is an answer, not a fault.
      const isAnswer = /the server responded with a status of 4\d\d/.test(entry.text);
      if (entry.level === "error" && !isAnswer) this.faults.push(`log: ${entry.text} ${entry.url ?? ""}`);
    });
    for (const domain of ["Page", "Runtime", "Log"]) await this.line.send(`${domain}.enable`);
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.line.send("Emulation.setDeviceMetricsOverride", metrics);
  }

  async open(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.line.on("Page.loadEventFired", () => resolve()));
    const { errorText } = await this.line.send<{ errorText?: string }>("Page.navigate", { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  /** The value of an expression in the page; a promise is waited for. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.line.send<Evaluated>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(told(exceptionDetails));
    return result.value as Value;
  }

  /** Asks until the expression is true; a page that is just being replaced is asked again. */
  async until(what: string, expression: string, withinMs = 15_000): Promise<void> {
    const end = Date.now() + withinMs;
    let last: unknown;
    while (Date.now() < end) {
      try {
        if (await this.evaluate<boolean>(`Boolean(${expression})`)) return;
      } catch (cause) {
        last = cause;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const text = await this.evaluate<string>("document.body.innerText");
    throw new Error(`${what}: not within ${withinMs} ms (${String(last ?? "")}); the page says: ${text}`);
  }

  /** Waits until the page says it. */
  untilText(text: string, withinMs?: number): Promise<void> {
    return this.until(text, `document.body.innerText.includes(${JSON.stringify(text)})`, withinMs);
  }

  /** A finger on the middle of the first element that matches. */
  async click(selector: string): Promise<void> {
    await this.until(selector, `document.querySelector(${JSON.stringify(selector)})`);
    const { x, y } = await this.evaluate<{ x: number; y: number }>(
      `(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      })()`,
    );
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.line.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  /** Types into the field that has the focus after a click on it. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    for (const character of text) {
      await this.line.send("Input.dispatchKeyEvent", { type: "char", text: character });
    }
  }

  /** PNG of what is seen. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.line.send<{ data: string }>("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async close(): Promise<void> {
    this.line.close();
    await this.end();
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`the old browser did not start: ${said}`)), 20_000);
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said) ?? [];
      if (port === undefined) return;
      clearTimeout(late);
      resolve(`http://127.0.0.1:${port}`);
    });
    child.once("exit", () => {
      clearTimeout(late);
      reject(new Error(`the old browser ended: ${said}`));
    });
  });
}
