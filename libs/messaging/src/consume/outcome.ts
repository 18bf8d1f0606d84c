/** How a message was dealt with; everything else is an error that the failure policy judges. */
export type Outcome =
  | 'handled'
  /** Its effect was committed before. */
  | 'repeated'
  /** Nobody here waits for this kind of event. */
  | 'skipped'
  /** Its signature is missing or wrong: it changed nothing, its owner was asked. */
  | 'unproved';
