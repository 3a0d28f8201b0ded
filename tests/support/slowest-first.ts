import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest in each project. Begun last, as the runner does with small files, one of them leaves a core idle for that long. */
const slow = [
  "contract/bodies",
  "contract/guards",
  "worker/rate-limits/strangers-phones",
  "worker/rate-limits/floods",
  "worker/ledger/figures-agree",
  "contract/roles",
  "contract/isolation",
  "worker/pages/privacy",
  "worker/rate-limits/phones",
  "worker/payouts/payouts",
  "worker/billing/sweep",
  "e2e/unpaid",
  "faults/kill",
  "properties/interleavings",
];

const place = ({ moduleId }: TestSpecification) => {
  const found = slow.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`));
  return found < 0 ? slow.length : found;
};

/** The files that take longest begin first; the others as ever. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
