/** What keeps a deployment from going on, in a sentence that says what to do. */
export class Refused extends Error {
  override readonly name = "Refused";
}
