/**
 * What the outbox needs of an event definition (`defineEvent` of the contracts library satisfies
 * it). `payload` is the class whose validated fields are the only ones that may be published.
 */
export interface PublishableEvent<P extends object> {
  readonly name: string;
  readonly version: number;
  readonly topic: string;
  readonly payload: new () => P;
  key(payload: P): string;
}
