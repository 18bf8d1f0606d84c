import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of one request or message in all layers. */
export interface RequestContext {
  readonly requestId: string;
  /** Known once the token is verified or the message is read. */
  customerAppId?: string;
  /** Work for an operator has connections of its own, so that nobody else waits for it. */
  isOfOperator?: boolean;
  /** W3C trace context of the current hop. */
  traceparent?: string;
  /**
   * Instant (ms since the epoch, this process's clock) after which no caller waits for the answer.
   */
  deadlineAt?: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const requestContext = {
  /** Runs `work` so that everything it calls sees `context`. */
  run<T>(context: RequestContext, work: () => T): T {
    return storage.run(context, work);
  },
  /** Runs `work` outside of any context: it outlives the request that starts it, and its deadline. */
  leave<T>(work: () => T): T {
    return storage.exit(work);
  },
  /** The context of the running request or message; undefined at start-up and in timers. */
  current(): RequestContext | undefined {
    return storage.getStore();
  },
};
