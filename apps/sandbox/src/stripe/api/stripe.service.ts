import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { byKey, byValues, Transactions, type Tx, WriteBatch } from '@towpath/persistence';
import { CallbacksService } from '../../base/callbacks/callbacks.service.js';
import { AnswerLost } from '../../base/parties/gateway-refusal.js';
import { SandboxConfig } from '../../sandbox.config.js';
import {
  DEFAULT_SETTINGS,
  type Body,
  type Fault,
  type StripeSettings,
} from '../books/stripe-objects.js';
import { stripeRequests } from './stripe-request.table.js';
import { type BooksOf, randomText, StripeBooks, type UploadedFile } from '../books/stripe-books.js';
import type { StripeParams } from '../books/stripe-params.js';
import { StripeRefusal } from '../books/stripe-refusal.js';
import { deliveriesOf } from '../money/webhooks.js';
import { booksOf } from './stripe-access.js';
import { matched, routeOf } from './stripe-routes.js';

export interface StripeRequest {
  /** Method and path below `/v1/`. */
  readonly path: string;
  readonly key: string;
  readonly account: string | null;
  readonly idempotencyKey: string | null;
  readonly params: StripeParams;
  readonly file?: UploadedFile;
}

export interface StripeAnswer {
  readonly status: number;
  readonly body: Body;
  readonly requestId: string;
  readonly isReplayed: boolean;
  readonly lateMs: number;
}

const INTERNAL_ERROR = new StripeRefusal(500, {
  type: 'api_error',
  message: 'An unknown error occurred.',
});
const IN_USE = new StripeRefusal(409, {
  type: 'idempotency_error',
  code: 'idempotency_key_in_use',
  message: 'There is currently another in-progress request using this Idempotent Key.',
});

/** Nothing begins. */
const BUSY: Readonly<Partial<Record<Fault['kind'], StripeRefusal>>> = {
  rate_limited: new StripeRefusal(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Too many requests.',
  }),
  locked: new StripeRefusal(429, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message: 'Another request has this object.',
  }),
  conflict: IN_USE,
};

/** Instead of the work. */
const BEFORE: Readonly<Partial<Record<Fault['kind'], StripeRefusal>>> = {
  before: INTERNAL_ERROR,
  refused: new StripeRefusal(400, {
    type: 'invalid_request_error',
    message: 'The request cannot be fulfilled at present.',
  }),
};

interface Times {
  readonly now: number;
  readonly settings: StripeSettings;
}

/** Answers requests as the processor does: each in one transaction, with its faults and its events. */
@Injectable()
export class StripeService {
  constructor(
    private readonly db: Transactions,
    private readonly callbacks: CallbacksService,
    private readonly config: SandboxConfig,
  ) {}

  async answer(asked: StripeRequest): Promise<StripeAnswer> {
    const requestId = `req_${randomText(14)}`;
    const plain = { requestId, isReplayed: false, lateMs: 0 };
    try {
      const owner = booksOf(asked);
      const route = routeOf(asked.path);
      const isKeyed = asked.idempotencyKey !== null && asked.path.startsWith('POST ');
      const request = { ...asked, idempotencyKey: isKeyed ? asked.idempotencyKey : null };
      const { fault, ...answer } = await this.db.asWorker((tx) =>
        this.worked(tx, { owner, route, request, requestId }),
      );
      if (fault?.kind === 'lost') throw new AnswerLost();
      return { ...plain, ...answer, lateMs: fault?.kind === 'late' ? (fault.late_ms ?? 0) : 0 };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { ...plain, ...answerOf(error) };
    }
  }

  /** Work on books that no request of a merchant asks for. */
  act<R>(owner: BooksOf, work: (books: StripeBooks) => R | Promise<R>): Promise<R> {
    return this.db.asWorker(async (tx) => {
      const times = await this.timesOf(tx, owner.books);
      const request = { id: `req_${randomText(14)}`, idempotency_key: null };
      const books = this.open(tx, { ...owner, ...times, request, writes: true });
      const result = await work(books);
      await this.save(tx, books);
      return result;
    });
  }

  /** Members that are given replace those that were set. */
  async set({ books }: BooksOf, settings: Partial<StripeSettings>): Promise<void> {
    await this.db.asWorker((tx) =>
      tx.query(
        byValues(`INSERT INTO stripe_settings AS s (books, settings) VALUES ($1, $2::jsonb)
         ON CONFLICT (books) DO UPDATE SET settings = s.settings || excluded.settings`),
        [books, JSON.stringify(settings)],
      ),
    );
  }

  private async worked(
    tx: Tx,
    asked: {
      readonly owner: BooksOf;
      readonly route: ReturnType<typeof routeOf>;
      readonly request: StripeRequest;
      readonly requestId: string;
    },
  ) {
    const { owner, route, request, requestId } = asked;
    const { idempotencyKey: key, params, path } = request;
    const hash = createHash('sha256')
      .update(`${path} ${JSON.stringify(params)}`)
      .digest('hex');
    const known = key === null ? null : await this.known(tx, { books: owner.books, key, hash });
    if (known) return { ...known, isReplayed: true, fault: undefined };
    const times = await this.timesOf(tx, owner.books);
    const fault = await this.faultOf(tx, { books: owner.books, path, settings: times.settings });
    // Answered, not thrown: the fault is used up.
    const busy = fault && BUSY[fault.kind];
    if (busy) return { ...answerOf(busy), fault };
    const writes = !path.startsWith('GET ');
    const books = this.open(tx, {
      ...owner,
      ...times,
      request: { id: requestId, idempotency_key: key },
      writes,
    });
    const call = { books, params, ids: route.ids, ...(request.file ? { file: request.file } : {}) };
    const done = async () => {
      const body = await route.work(call);
      return { status: 200, body: await books.expanded(body, params.list('expand')) };
    };
    const result = (fault && BEFORE[fault.kind]) ?? (await done().catch(refusalIn));
    const isRefused = result instanceof StripeRefusal;
    // Only a declined card changes what the books hold; other refusals leave nothing behind.
    if (!isRefused || result.status === 402) await this.save(tx, books);
    const real = isRefused ? answerOf(result) : result;
    const answer = fault?.kind === 'after' ? answerOf(INTERNAL_ERROR) : real;
    const isKept = !isRefused || result.isKept || fault !== undefined;
    if (key !== null && isKept)
      await this.keep(tx, { books: owner.books, key, hash, requestId, ...answer });
    return { ...answer, fault };
  }

  private open(tx: Tx, opened: Omit<StripeBooks['opened'], 'pagesUrl' | 'endpointSecret'>) {
    const { publicUrl: pagesUrl, gatewaySecret: endpointSecret } = this.config;
    return new StripeBooks(tx, { ...opened, pagesUrl, endpointSecret });
  }

  private async save(tx: Tx, books: StripeBooks): Promise<void> {
    const batch = new WriteBatch();
    for (const delivery of await deliveriesOf(books)) {
      const customerAppId = books.opened.books;
      this.callbacks.owe(tx, batch, { gateway: 'STRIPE', customerAppId, ...delivery });
    }
    await books.save();
    tx.write(batch);
  }

  private async timesOf(tx: Tx, books: string): Promise<Times> {
    const [row] = await tx.query<{ now: number; settings: Partial<StripeSettings> | null }>(
      byValues(`SELECT floor(extract(epoch FROM app_now($1)))::bigint AS now,
         (SELECT settings FROM stripe_settings WHERE books = $1) AS settings`),
      [books],
    );
    const settings = { ...DEFAULT_SETTINGS, ...row?.settings };
    return { now: (row?.now ?? 0) - settings.behind_s, settings };
  }

  /** The fault that is set for this request, one time less. */
  private async faultOf(
    tx: Tx,
    asked: { readonly books: string; readonly path: string; readonly settings: StripeSettings },
  ): Promise<Fault | undefined> {
    const { books, path } = asked;
    const fits = (fault: Fault) =>
      fault.times > 0 && matched({ pattern: fault.path, path }) !== null;
    if (!asked.settings.faults.some(fits)) return undefined;
    const [row] = await tx.query<{ settings: StripeSettings }>(
      byKey('SELECT settings FROM stripe_settings WHERE books = $1 FOR UPDATE'),
      [books],
    );
    const faults = row?.settings.faults ?? [];
    const found = faults.find(fits);
    const left = faults.map((each) => (each === found ? { ...each, times: each.times - 1 } : each));
    await tx.query(
      byValues(`UPDATE stripe_settings SET settings = settings || $2::jsonb WHERE books = $1`),
      [books, JSON.stringify({ faults: left })],
    );
    return found;
  }

  /** The first answer to the key. Keys are forgotten after a day on the clock of the books. */
  private async known(
    tx: Tx,
    asked: { readonly books: string; readonly key: string; readonly hash: string },
  ): Promise<{ readonly status: number; readonly body: Body; readonly requestId: string } | null> {
    const { books, key, hash } = asked;
    const [lock] = await tx.query<{ free: boolean }>(
      byValues(`SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free`),
      [`stripe ${books} ${key}`],
    );
    if (!lock?.free) throw IN_USE;
    const rows = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(t) AS row FROM stripe_requests t WHERE books = $1
         AND idempotency_key = $2 AND created_at > app_now($1) - interval '24 hours'`),
      [books, key],
    );
    const [stored] = stripeRequests.rows(rows);
    if (!stored) return null;
    const { status, answer: body, requestId } = stored;
    if (stored.requestHash === hash) return { status, body, requestId };
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first ' +
      `used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new StripeRefusal(400, { type: 'idempotency_error', message });
  }

  private async keep(
    tx: Tx,
    kept: {
      readonly books: string;
      readonly key: string;
      readonly hash: string;
      readonly requestId: string;
      readonly status: number;
      readonly body: Body;
    },
  ): Promise<void> {
    const { books, key, hash, requestId, status, body } = kept;
    await tx.query(
      byValues(`INSERT INTO stripe_requests
         (books, idempotency_key, request_id, request_hash, status, answer, created_at)
       VALUES ($1, $2, $3, $4, $5, $6::jsonb, app_now($1))
       ON CONFLICT (books, idempotency_key) DO UPDATE SET request_id = excluded.request_id,
         request_hash = excluded.request_hash, status = excluded.status,
         answer = excluded.answer, created_at = excluded.created_at`),
      [books, key, requestId, hash, status, JSON.stringify(body)],
    );
  }
}

function answerOf({ status, error }: StripeRefusal): { status: number; body: Body } {
  return { status, body: { error } };
}

function refusalIn(error: unknown): StripeRefusal {
  if (error instanceof StripeRefusal) return error;
  throw error;
}
