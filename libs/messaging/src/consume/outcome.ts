/** Outcomes of a handled message; the failure policy handles errors. */
export type Outcome =
  | 'handled'
  /** Its effect was committed before. */
  | 'repeated'
  /** No handler of this service needs this kind of event. */
  | 'skipped'
  /** Its signature is missing or wrong: it changed nothing, its owner was asked. */
  | 'unproved';
