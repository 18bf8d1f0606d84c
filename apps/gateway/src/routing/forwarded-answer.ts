import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { awaitedLater } from '@towpath/kernel';
import type { Dispatcher } from 'undici';

/** A service's answer: a short body as a whole, a long one as a stream. */
export interface ForwardedAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | Readable;
}

/** A short body is cheaper to hold than to stream: most answers are. */
const SHORT_BODY_BYTES = 64 * 1024;
const FIRST_FINAL_STATUS = 200;

/**
 * Relays one answer. If it is cut off before or during the answer, both ends receive the reason.
 */
export class AnswerRelay implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ForwardedAnswer>;
  /** Resolves when the service sends no more, whether the answer is whole or not. */
  readonly ended: Promise<void>;
  private readonly settled = Promise.withResolvers<ForwardedAnswer>();
  private readonly over = Promise.withResolvers<void>();
  private controller: Dispatcher.DispatchController | undefined;
  private cutOff: Error | undefined;
  private head: Pick<ForwardedAnswer, 'statusCode' | 'headers'> | undefined;
  private stream: Readable | undefined;
  private readonly chunks: Buffer[] = [];
  private complete = false;

  constructor() {
    // A caller may leave before anybody waits for the answer.
    this.answer = awaitedLater(this.settled.promise);
    this.ended = awaitedLater(this.over.promise);
  }

  /** Why the caller no longer waits; undefined while the caller waits. */
  get cutOffBecause(): Error | undefined {
    return this.cutOff;
  }

  /** Whether the request has a connection. */
  get started(): boolean {
    return this.controller !== undefined;
  }

  /** The caller no longer waits; without effect after a complete answer. */
  cut(reason: Error): void {
    if (this.complete) return;
    this.cutOff ??= reason;
    this.controller?.abort(reason);
    this.onResponseError(this.controller, reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.cutOff) controller.abort(this.cutOff);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (statusCode < FIRST_FINAL_STATUS) return;
    this.head = { statusCode, headers };
    const length = headers['content-length'];
    if (length !== undefined && Number(length) <= SHORT_BODY_BYTES) return;
    this.stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.stream?.readableEnded) controller.abort(error ?? new Error('the caller left'));
        done(error);
      },
    });
    // It may break before anybody reads it.
    this.stream.on('error', () => undefined);
    this.settled.resolve({ ...this.head, body: this.stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.stream) this.chunks.push(chunk);
    else if (!this.stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.complete = true;
    this.over.resolve();
    if (this.stream) this.stream.push(null);
    else if (this.head) this.settled.resolve({ ...this.head, body: this.short() });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.over.resolve();
    this.stream?.destroy(error);
    this.settled.reject(error);
  }

  private short(): Buffer {
    const [first, ...rest] = this.chunks;
    return first && rest.length === 0 ? first : Buffer.concat(this.chunks);
  }
}
