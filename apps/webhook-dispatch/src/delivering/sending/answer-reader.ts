import type { IncomingHttpHeaders } from 'node:http';
import { awaitedLater } from '@towpath/kernel';
import type { Dispatcher } from 'undici';
import { TargetRefused } from '../../endpoints/targets/targets.service.js';

const BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while sending',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ENOTFOUND: 'the host name has no address',
  ENODATA: 'the host name has no address',
  ESERVFAIL: 'the host name cannot be resolved',
  ETIMEOUT: 'the host name cannot be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed before the answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
};

/** Why a request had no answer, for the customer app: no address, no path, no secret. */
export function describeFailure(error: unknown): string {
  if (error instanceof TargetRefused) return `not sent: ${error.message}`;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return 'the request failed';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return BY_CODE[code] ?? `the request failed (${code})`;
}

/** The answer, or the reason why there is none. */
export interface HttpAnswer {
  /** Null without an answer. */
  readonly statusCode: number | null;
  readonly headers: IncomingHttpHeaders;
  /** First 4 KB as text; null without an answer. */
  readonly body: string | null;
  readonly error: string | null;
}

const KEPT_BYTES = 4_096;
/**
 * Most bytes that are read to keep the connection for the next request; a longer answer closes it.
 */
const READ_BYTES = 65_536;
const FIRST_FINAL_STATUS = 200;

/**
 * Reads one answer within its limits. The status decides about a delivery, so an answer with a too
 * long or too slow body still counts by its status.
 */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly answer: Promise<HttpAnswer>;
  private readonly settled = Promise.withResolvers<HttpAnswer>();
  private readonly timer: NodeJS.Timeout;
  private controller: Dispatcher.DispatchController | undefined;
  private statusCode: number | null = null;
  private headers: IncomingHttpHeaders = {};
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private readBytes = 0;
  private done = false;

  constructor(timeoutMs: number) {
    this.answer = awaitedLater(this.settled.promise);
    this.timer = setTimeout(
      () => this.cut(`no complete answer within ${timeoutMs / 1_000} s`),
      timeoutMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The time was up while the connection was being opened: what is not sent yet stays unsent.
    if (this.done) controller.abort(new Error('too late'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (statusCode < FIRST_FINAL_STATUS) return;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.done) return;
    this.readBytes += chunk.length;
    const wanted = chunk.subarray(0, KEPT_BYTES - this.keptBytes);
    if (wanted.length > 0) this.kept.push(Buffer.from(wanted));
    this.keptBytes += wanted.length;
    if (this.readBytes > READ_BYTES) this.cut(`the answer is longer than ${READ_BYTES} bytes`);
  }

  onResponseEnd(): void {
    this.settle(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    this.settle(describeFailure(error));
  }

  private cut(reason: string): void {
    if (this.done) return;
    this.settle(reason);
    this.controller?.abort(new Error(reason));
  }

  private settle(error: string | null): void {
    if (this.done) return;
    this.done = true;
    clearTimeout(this.timer);
    const { statusCode, headers } = this;
    const body = statusCode === null ? null : textOf(Buffer.concat(this.kept));
    this.settled.resolve({ statusCode, headers, body, error });
  }
}

/** Whatever the bytes are, as text that the database takes. */
function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\ufffd');
}
