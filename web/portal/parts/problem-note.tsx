import type { Problem } from "../messages/en.ts";

/** What is wrong with a field, tied to it by its id. The region exists before its text, so that it is read out. */
export function ProblemNote({ id, problem }: { id: string; problem: Problem | null }) {
  return (
    <div id={id} role="alert" className="problem-place">
      {problem ? (
        <p className="problem">
          {problem.title ? <strong>{problem.title}</strong> : null}
          <span>{problem.text}</span>
        </p>
      ) : null}
    </div>
  );
}
