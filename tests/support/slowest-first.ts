import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Over a minute each. Begun last, as the runner does with small files, one of them leaves a core idle for that long. */
const slow = [
  "contract/guards",
  "contract/isolation",
  "contract/bodies",
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
