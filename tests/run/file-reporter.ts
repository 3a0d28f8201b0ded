import type { SerializedError } from "vitest";
import type { Reporter, TestCase, TestModule, TestRunEndReason } from "vitest/node";

// Tells the run that started this Vitest (`vitest-part.ts`) of each file as it ends. What tests and product said stays in this
// process's own output, which the run keeps in a log: a fault that a test provokes on purpose looks like trouble nowhere else.

/** Of one test or file that failed: where and why, as a person reads it. */
export type Failure = { name: string; text: string };
export type FileResult = {
  kind: "file";
  file: string;
  passed: number;
  failed: number;
  skipped: number;
  ms: number;
  failures: Failure[];
};
export type Message = FileResult | { kind: "alive" } | { kind: "end"; outside: string[] };

const longestText = 4_000;
const shownFrames = 6;

const tell = (message: Message) => process.send?.(message);

function textOf(error: SerializedError): string {
  const stacks = (error.stacks ?? []) as { file: string; line: number; column: number; method: string }[];
  const frames = stacks
    .slice(0, shownFrames)
    .map(
      ({ file, line, column, method }) =>
        `  at ${method ? `${method} ` : ""}${file.replace(`${process.cwd()}/`, "")}:${line}:${column}`,
    );
  // A test that was out of time has a stack without a message of its own.
  const said = (error.message || error.stack || "no message").replace(
    "STACK_TRACE_ERROR",
    "its time was over",
  );
  return [`${error.name ?? "Error"}: ${said}`, ...(error.diff ? [error.diff] : []), ...frames]
    .join("\n")
    .slice(0, longestText);
}

/** A property's own fault is the cause of its report. */
function withCauses(error: SerializedError): SerializedError[] {
  return error.cause ? [error, ...withCauses(error.cause as SerializedError)] : [error];
}

const failureOf = (name: string, errors: readonly SerializedError[]): Failure => ({
  name,
  text: errors.flatMap(withCauses).map(textOf).join("\n"),
});

export default class FileReporter implements Reporter {
  onTestCaseResult(): void {
    tell({ kind: "alive" });
  }

  onTestModuleEnd(module: TestModule): void {
    const tests = [...module.children.allTests()];
    const ended = (state: string) => tests.filter((test) => test.result().state === state);
    const failedTests = ended("failed").map((test: TestCase) =>
      failureOf(test.fullName, test.result().errors ?? []),
    );
    const ofSuites = [...module.children.allSuites()].flatMap((suite) =>
      suite.errors().length > 0 ? [failureOf(suite.fullName, suite.errors())] : [],
    );
    const ofFile = module.errors().length > 0 ? [failureOf("the file itself", module.errors())] : [];
    const failures = [...ofFile, ...ofSuites, ...failedTests];
    tell({
      kind: "file",
      file: module.relativeModuleId,
      passed: ended("passed").length,
      failed: failures.length,
      skipped: ended("skipped").length,
      ms: Math.round(module.diagnostic().duration),
      failures,
    });
  }

  onUserConsoleLog({ content, type }: { content: string; type: "stdout" | "stderr" }): void {
    process[type].write(content);
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly SerializedError[],
    _reason: TestRunEndReason,
  ): void {
    const named = errors.map((error) => {
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: name } = error as {
        VITEST_TEST_PATH?: string;
        VITEST_TEST_NAME?: string;
      };
      return `in ${file ?? "no file"} > ${name ?? "no test"}\n${textOf(error)}`;
    });
    tell({ kind: "end", outside: named });
  }
}
