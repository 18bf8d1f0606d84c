import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { errorEnvelope } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import { Idempotency, type AppTx, type StoredAnswer, type WriteBatch } from '@towpath/persistence';

import { failureOf } from '../errors/failure.js';
import type { PreparedAnswer } from '../responses/prepared-answer.js';
import { withoutAbsentMembers } from '../responses/response-shape.js';
import type { IdempotentCall } from './idempotent-call.js';

/** Lets an effect store its answer in its own write, which saves a round trip. */
export type IncludeAnswer<T> = (batch: WriteBatch, answer: T) => void;

/** Work of several transactions around a call; see `SteppedWork` of persistence. */
export interface AnsweredSteps<P, T, L = undefined> {
  /** Travels with BEGIN; it locks nothing. */
  read?(tx: AppTx): Promise<L>;
  begin(tx: AppTx, found: L | undefined): Promise<P>;
  /**
   * The remaining work, outside a transaction; repeatable from the same point. See
   * `SteppedWork.resume`.
   */
  resume(point: P, claim: AnswerClaim<P, T>): Promise<T>;
}

export interface AnswerClaim<P, T> {
  /** Like the members of `Claim`. */
  readonly isFirst: boolean;
  finish(tx: AppTx, answer: T): Promise<void>;
  moveTo(tx: AppTx, point: P): Promise<void>;
}

const NOT_STORED = new Set(['INVALID_REQUEST', 'UNAUTHORIZED', 'TOKEN_EXPIRED']);

/**
 * Runs a handler's effect so that all copies of a request have one effect and one answer, byte for
 * byte. Refusals that are decisions are stored as well; those that a later copy may get past
 * (validation, 401, 403, 429, 5xx) are not.
 */
@Injectable()
export class IdempotentAnswers {
  constructor(private readonly modules: ModuleRef) {}

  /** The effect runs in one transaction of the caller's customer app. */
  once<T extends object>(
    call: IdempotentCall,
    effect: (tx: AppTx, include: IncludeAnswer<T>) => Promise<T>,
  ): Promise<PreparedAnswer> {
    return this.idempotency.once(
      call.request,
      async (tx, slot) => {
        const include: IncludeAnswer<T> = (batch, answer) =>
          slot.include(batch, storedAnswer(call, answer));
        return storedAnswer(call, await effect(tx, include));
      },
      { refusal: (error) => storedRefusal(call, error) },
    );
  }

  /** The effect needs a network call between two transactions. */
  inSteps<P, T extends object, L = undefined>(
    call: IdempotentCall,
    steps: AnsweredSteps<P, T, L>,
  ): Promise<PreparedAnswer> {
    const read = steps.read?.bind(steps);
    return this.idempotency.inSteps<P, L>(call.request, {
      ...(read && { read }),
      begin: (tx, found) => steps.begin(tx, found),
      resume: async (point, claim) => {
        const answer = await steps.resume(point, {
          isFirst: claim.isFirst,
          finish: (tx, given) => claim.finish(tx, storedAnswer(call, given)),
          moveTo: (tx, next) => claim.moveTo(tx, next),
        });
        return storedAnswer(call, answer);
      },
      refusal: (error) => storedRefusal(call, error),
    });
  }

  private get idempotency(): Idempotency {
    return this.modules.get(Idempotency, { strict: false });
  }
}

function storedAnswer({ access }: IdempotentCall, answer: object): StoredAnswer {
  const shaped = access.response ? withoutAbsentMembers(answer, access.response) : answer;
  return { status: 200, body: JSON.stringify(shaped) };
}

function storedRefusal(
  { access, requestId }: IdempotentCall,
  error: unknown,
): StoredAnswer | undefined {
  if (!(error instanceof DomainError) || NOT_STORED.has(error.code)) return undefined;
  const { code, status, details } = failureOf(error);
  if (status >= 500 || status === 403 || status === 429) return undefined;
  return {
    status,
    body: JSON.stringify(errorEnvelope(access.envelope, { code, details, requestId })),
  };
}
