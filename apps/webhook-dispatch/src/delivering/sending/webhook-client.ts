import { Inject, Injectable } from '@nestjs/common';
import { Agent, type Dispatcher } from 'undici';
import { TargetsService } from '../../endpoints/targets/targets.service.js';
import { checkedConnector } from './checked-connector.js';
import { AnswerReader, type HttpAnswer } from './answer-reader.js';

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** DI token: most ms from the first step of a request to the last byte of its answer. */
export const ANSWER_TIMEOUT_MS = Symbol('ANSWER_TIMEOUT_MS');

const IDLE_CONNECTION_MS = 4_000;
const LARGEST_HEADERS_BYTES = 16_384;

/**
 * Posts to servers of customers. It keeps connections open, connects only to checked addresses, and
 * follows no redirect. Time and size of an answer are limited.
 */
@Injectable()
export class WebhookClient {
  private readonly agent: Agent;

  constructor(
    targets: TargetsService,
    @Inject(ANSWER_TIMEOUT_MS) private readonly timeoutMs: number,
  ) {
    this.agent = new Agent({
      connect: checkedConnector(targets),
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
      maxHeaderSize: LARGEST_HEADERS_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      pipelining: 1,
    });
  }

  /** Never rejects: a request without an answer is an answer, too. */
  post({ url, headers, body }: WebhookRequest): Promise<HttpAnswer> {
    const { origin, pathname, search } = new URL(url);
    const reader = new AnswerReader(this.timeoutMs);
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method: 'POST',
      headers,
      body,
    };
    try {
      this.agent.dispatch(request, reader);
    } catch (error) {
      reader.fail(error);
    }
    return reader.answer;
  }

  /** Ends all running requests. */
  close(): Promise<void> {
    return this.agent.destroy();
  }
}
