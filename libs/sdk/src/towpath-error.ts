/** What every refusal of the API says; its `error_code` decides its class. */
export interface RefusalDetails {
  readonly status: number;
  readonly errorCode: string;
  readonly type: string;
  readonly message: string;
  /** About this one case. */
  readonly details: string;
  /** Name it when you ask about the request. */
  readonly requestId: string;
}

/** The API refused a request. Each `error_code` has a subclass; catch this one for all of them. */
export class TowpathError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly type: string;
  readonly details: string;
  readonly requestId: string;
  /** Of the call, if it had one: with the same key it can be tried again. */
  declare readonly idempotencyKey?: string;

  constructor({ status, errorCode, type, message, details, requestId }: RefusalDetails) {
    super(details ? `${errorCode}: ${message} ${details}` : `${errorCode}: ${message}`);
    this.name = new.target.name;
    this.status = status;
    this.errorCode = errorCode;
    this.type = type;
    this.details = details;
    this.requestId = requestId;
  }
}
