import { writeFileSync } from "node:fs";

/** Writes what no test caught to the file that `UNHANDLED_ERRORS` names: the runner's own report leaves it out. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const said = errors.map(({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: name, message, stack }) =>
      [`in ${file ?? "no file"} > ${name ?? "no test"}`, stack ?? message].join("\n"),
    );
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(said));
  }
}
