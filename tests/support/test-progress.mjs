/** Tells `test.mjs` that a test ended, and what no test caught: the runner's own report leaves that out. */
export default class TestProgress {
  onTestCaseResult() {
    process.send({});
  }

  onTestRunEnd(_modules, errors) {
    const said = errors.map(({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: name, message, stack }) =>
      [`in ${file ?? "no file"} > ${name ?? "no test"}`, stack ?? message].join("\n"),
    );
    process.send({ errors: said });
  }
}
