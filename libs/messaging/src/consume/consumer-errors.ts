/** No event of this name and version is in the registry. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';

  constructor(event: { readonly name: string; readonly version: number }) {
    super(`event ${event.name} version ${event.version} is not in the registry`);
  }
}

/** Earlier events of the aggregate are missing, and a handler's effects depend on all of them. */
export class SequenceGap extends Error {
  override readonly name = 'SequenceGap';

  constructor(event: { readonly subject: string; readonly sequence: number }) {
    super(`events of ${event.subject} before sequence ${event.sequence} are missing`);
  }
}
