import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater, type CustomerAppId } from '@towpath/kernel';
import { isLogged, requestContext } from '@towpath/observability';
import { DueRowsJob } from '../due-jobs/due-rows.job.js';
import type { Transactions } from '../transactions/transactions.js';
import type { AppTx } from '../transactions/tx.js';

/** The types of one conversation. */
export interface ConversationTypes {
  /** The ID of its row. */
  readonly id: string;
  /** What the answers change, under the lock of the row. */
  readonly locked: object;
  /** The other side and the subject: enough to ask without a transaction. */
  readonly order: object;
  readonly call: Call;
  readonly answer: object;
  readonly taken: Taken<Call>;
}

/** A request to the other side, by its name. */
type Call = string | { readonly ask: string };

/** What an answer led to; the caller that waits receives the last one. */
export interface Taken<C extends Call> {
  /** The next call; null if none is necessary now. */
  readonly next: C | null;
}

/** What to ask after the commit. */
export interface Question<T extends ConversationTypes> {
  readonly customerAppId: CustomerAppId;
  readonly id: T['id'];
  readonly order: T['order'];
  /** Null when nothing is left to ask. */
  readonly call: T['call'] | null;
}

/** The schedule columns of a row: `Schedule` of the kernel, unless the row has another plan. */
export interface Scheduled {
  wake(now: Date, callMs?: number): void;
  makeDue(at: Date): void;
  claim(now: Date): boolean;
}

export interface ConversationTerms {
  /** Of the due job. */
  readonly name: string;
  readonly table: string;
  /** The column with the ID of a row. */
  readonly id: string;
  /** The column with the instant of the next question. */
  readonly dueAt: string;
  /** Most calls that two consistent sides can need; a longer conversation contradicts itself. */
  readonly maxCalls: number;
  /** Silence is no outcome, so it ends a conversation. `thrown`: the caller also gets the error. */
  readonly silence?: 'thrown';
}

/** Receives silence and contradictions. */
export interface ConversationLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The share of a request's time for which it waits; the rest is for its answer. */
const WAITED_SHARE = 0.85;

interface DueRow {
  readonly customer_app_id: CustomerAppId;
  readonly [id: string]: unknown;
}

/**
 * The questions to a gateway, bank or service about one kind of row, and the due job that asks
 * them: claim, commit, ask, record, next. Each `protected` method is a difference between
 * conversations. No call to the other side is made in a transaction.
 */
export abstract class Conversation<T extends ConversationTypes> extends DueRowsJob<DueRow> {
  override readonly name: string;

  protected constructor(
    transactions: Transactions,
    protected readonly log: ConversationLog,
    private readonly terms: ConversationTerms,
  ) {
    super(transactions, { ...terms, columns: [terms.id], callsOut: true });
    this.name = terms.name;
  }

  /** Locks the row, or what decides about it; null without such a row. */
  protected abstract lock(tx: AppTx, id: T['id']): Promise<T['locked'] | null>;

  /** Null if the other side is never asked about it. */
  protected abstract scheduleOf(locked: T['locked']): Scheduled | null;

  protected abstract save(tx: AppTx, locked: T['locked']): void | Promise<void>;

  /** The question of the schedule, and after a call-back; what it changes is saved with the claim. */
  protected abstract question(
    tx: AppTx,
    locked: T['locked'],
  ): AskedQuestion<T> | Promise<AskedQuestion<T>>;

  /** Without a transaction. Undefined if no question is necessary any more. */
  protected abstract ask(order: T['order'], call: T['call']): Promise<T['answer'] | undefined>;

  /** True for an error after which the other side may still have acted. */
  protected abstract isSilence(error: unknown): boolean;

  /** Records an answer, in a transaction of its own. */
  protected abstract take(tx: AppTx, locked: T['locked'], answer: T['answer']): Promise<T['taken']>;

  /**
   * The longest time in ms that one call takes: after `wake` the job asks no sooner. 0 for a call that
   * ends within 5 s.
   */
  protected callMs(_locked: T['locked']): number {
    return 0;
  }

  /** The question of `start`, if it is another one than that of the schedule. */
  protected firstQuestion(
    tx: AppTx,
    locked: T['locked'],
  ): AskedQuestion<T> | Promise<AskedQuestion<T>> {
    return this.question(tx, locked);
  }

  /** In the transaction of a call-back: the caller asks after the commit, with `hold`. */
  async wake(tx: AppTx, id: T['id']): Promise<Question<T> | null> {
    const locked = await this.lock(tx, id);
    if (!locked) return null;
    return this.scheduled(tx, { id, locked }, (schedule) => {
      schedule.wake(tx.now, this.callMs(locked));
      return true;
    });
  }

  /**
   * In the caller's transaction: the job asks at once. False if it never asks about this row.
   * @param change what the caller knows beside it, saved with it
   */
  async makeDue(
    tx: AppTx,
    id: T['id'],
    change: (locked: T['locked']) => void = () => undefined,
  ): Promise<boolean> {
    const locked = await this.lock(tx, id);
    const schedule = locked && this.scheduleOf(locked);
    if (!schedule) return false;
    change(locked);
    schedule.makeDue(tx.now);
    await this.save(tx, locked);
    return true;
  }

  /** For a caller that committed the row and waits for the answer; also again, after a crash. */
  async start(customerAppId: CustomerAppId, id: T['id']): Promise<T['taken'] | undefined> {
    const question = await this.underLock(customerAppId, id, async (tx, locked) => ({
      customerAppId,
      id,
      ...(await this.firstQuestion(tx, locked)),
    }));
    return question ? this.hold(question) : undefined;
  }

  /**
   * Asks, records and asks again until both sides agree or the other side needs time. Returns what
   * the last answer led to; undefined without an answer, or when the request that waits for it must
   * answer: then the conversation goes on without it.
   */
  async hold(question: Question<T>): Promise<T['taken'] | undefined> {
    const request = requestContext.current();
    if (!request || this.terms.silence === 'thrown') return this.talk(question);
    const { deadlineAt, ...context } = request;
    if (deadlineAt === undefined) return this.talk(question);
    // What is asked later has its own time.
    const talk = awaitedLater(requestContext.run(context, () => this.talk(question)));
    const end = new AbortController();
    const waitMs = Math.max(0, (deadlineAt - Date.now()) * WAITED_SHARE);
    const late = pause(waitMs, 'late' as const, { signal: end.signal });
    const first = await Promise.race([talk, late]).finally(() => end.abort());
    if (first !== 'late') return first;
    talk.catch((error: unknown) => this.logLate(question, error));
    return undefined;
  }

  private logLate({ call, ...question }: Question<T>, error: unknown): void {
    if (call === null) return;
    this.log.error({ ...this.fieldsOf(question, call), error }, 'failed after its request ended');
  }

  private async talk({ call: first, ...question }: Question<T>): Promise<T['taken'] | undefined> {
    const { customerAppId, id } = question;
    let taken: T['taken'] | undefined;
    let call = first;
    for (let calls = 0; call !== null; calls += 1) {
      if (calls === this.terms.maxCalls) {
        this.log.error(this.fieldsOf(question, call), 'the other side contradicts itself');
        return taken;
      }
      const answer = await this.answerTo(question, call);
      if (answer === undefined) return taken;
      const recorded = await this.underLock(customerAppId, id, (tx, locked) =>
        this.take(tx, locked, answer),
      );
      taken = recorded ?? undefined;
      call = recorded?.next ?? null;
    }
    return taken;
  }

  /** The scheduled question; false when it is no longer due, or its silence is thrown. */
  protected override async runOne(row: DueRow): Promise<boolean> {
    const { customer_app_id: customerAppId } = row;
    const id = row[this.terms.id] as T['id'];
    const question = await this.underLock(customerAppId, id, (tx, locked) =>
      this.scheduled(tx, { id, locked }, (schedule) => schedule.claim(tx.now)),
    );
    if (!question) return false;
    try {
      await this.hold(question);
    } catch (error) {
      if (this.isSilence(error)) return false;
      throw error;
    }
    return true;
  }

  /** Moves the schedule and saves it before the question, so that no other process asks it too. */
  private async scheduled(
    tx: AppTx,
    { id, locked }: Pick<T, 'id' | 'locked'>,
    move: (schedule: Scheduled) => boolean,
  ): Promise<Question<T> | null> {
    const schedule = this.scheduleOf(locked);
    if (!schedule || !move(schedule)) return null;
    const question = await this.question(tx, locked);
    await this.save(tx, locked);
    return { customerAppId: tx.customerApp.id, id, ...question };
  }

  /** The lock travels with BEGIN. */
  private underLock<R>(
    customerAppId: CustomerAppId,
    id: T['id'],
    work: (tx: AppTx, locked: T['locked']) => Promise<R>,
  ): Promise<R | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.lock(tx, id);
      return locked && work(tx, locked);
    });
  }

  /** Undefined without an answer: our books stay unchanged, and the schedule asks later. */
  private async answerTo(
    question: Omit<Question<T>, 'call'>,
    call: T['call'],
  ): Promise<T['answer'] | undefined> {
    try {
      return await this.ask(question.order, call);
    } catch (error) {
      if (!this.isSilence(error)) throw error;
      const fields = this.fieldsOf(question, call);
      if (!isLogged(error)) this.log.warn({ ...fields, error }, 'outcome unknown');
      if (this.terms.silence === 'thrown') throw error;
      return undefined;
    }
  }

  /** Of a log line: IDs only. */
  private fieldsOf({ customerAppId, id }: Omit<Question<T>, 'call'>, call: T['call']): object {
    const { name, terms } = this;
    const ask = typeof call === 'string' ? call : call.ask;
    return { job: name, customerAppId, [terms.id]: id, ask };
  }
}

type AskedQuestion<T extends ConversationTypes> = Pick<Question<T>, 'order' | 'call'>;

/** The base class of one conversation: its rows and limits here, its differences as methods. */
export function defineConversation<T extends ConversationTypes>(
  terms: ConversationTerms,
): abstract new (transactions: Transactions, log: ConversationLog) => Conversation<T> {
  abstract class Defined extends Conversation<T> {
    constructor(transactions: Transactions, log: ConversationLog) {
      super(transactions, log, terms);
    }
  }
  return Defined;
}
