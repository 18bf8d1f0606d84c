import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  hasFreshLogin,
  OPERATOR_ACTIONS,
  type ActionPreview,
  type OperatorActionName,
  type OperatorClaim,
  type PerformActionRequest,
  type PerformActionResponse,
  type PreviewActionRequest,
} from '@towpath/contracts/operator';
import { DomainError, newId, parseId, type CustomerAppId } from '@towpath/kernel';
import {
  auditedWork,
  byKey,
  byValues,
  Transactions,
  type AuditEntryId,
  type WorkerTx,
} from '@towpath/persistence';
import { OperatorAction, type ActionTarget, type Previewed } from './operator-action.js';
import { assertApp } from './resource-rows.js';

interface Begun {
  readonly asked: object;
  readonly amount: number | null;
  readonly outcome: PerformActionResponse | null;
  readonly entryId: AuditEntryId;
  readonly hasBegun: boolean;
}

/** Longer than an action takes. After a crash its repeat waits as long. */
const LEASE_UNTIL = `now() + interval '2 minutes'`;
const KNOWN = byKey(`SELECT asked, amount::float8 AS amount, outcome, audit_entry_id AS "entryId",
    EXISTS (SELECT FROM audit_entries e WHERE e.audit_entry_id = a.audit_entry_id) AS "hasBegun"
  FROM operator_actions a WHERE action_id = $1 AND refused_at IS NULL`);
const LOCK = byKey('SELECT pg_advisory_xact_lock(hashtextextended($1, 34))');
const ALONE = byValues(`SELECT coalesce(sum(amount), 0)::float8 AS moved FROM operator_actions
  WHERE subject = $1 AND currency = $2 AND proposed_by IS NULL AND refused_at IS NULL
    AND action_id IS DISTINCT FROM $3 AND begun_at > now() - interval '24 hours'`);
const BEGIN = byKey(`INSERT INTO operator_actions (action_id, customer_app_id, action, resource_id,
    subject, proposed_by, amount, currency, asked, audit_entry_id, lease_until)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${LEASE_UNTIL}) ON CONFLICT (action_id) DO UPDATE
  SET subject = excluded.subject, proposed_by = excluded.proposed_by, amount = excluded.amount,
    currency = excluded.currency, asked = excluded.asked,
    audit_entry_id = excluded.audit_entry_id, lease_until = excluded.lease_until,
    begun_at = now(), refused_at = NULL
  WHERE operator_actions.refused_at IS NOT NULL RETURNING 1`);
const RESUME = byKey(`UPDATE operator_actions SET lease_until = ${LEASE_UNTIL}
  WHERE action_id = $1 AND outcome IS NULL AND (lease_until IS NULL OR lease_until < now())
  RETURNING 1`);
const RELEASE = byKey('UPDATE operator_actions SET lease_until = NULL WHERE action_id = $1');
const END = byKey(`UPDATE operator_actions SET outcome = $2, lease_until = NULL
  WHERE action_id = $1`);
const REFUSE = byKey(`UPDATE operator_actions SET refused_at = now(), lease_until = NULL
  WHERE action_id = $1 AND outcome IS NULL`);

/** Actions of operators, for all actions of the service. */
@Injectable()
export class OperatorActionsService {
  constructor(
    private readonly db: Transactions,
    private readonly discovery: DiscoveryService,
  ) {}

  async preview(operator: OperatorClaim, request: PreviewActionRequest): Promise<ActionPreview> {
    const target = targetOf(operator, request);
    const action = this.#action(request.action);
    const { refusal, money, ...shown } = await action.preview(target, operator);
    const limit = money && action.aloneUpTo(money.currency);
    const moved = limit === undefined ? 0 : await this.#movedAlone(operator, money?.currency ?? '');
    return {
      is_possible: refusal === undefined,
      refusal,
      ...shown,
      ...money,
      needs_fresh_login: OPERATOR_ACTIONS[request.action].needsFreshLogin,
      needs_second_person: limit !== undefined && moved + (money?.amount ?? 0) > limit,
    };
  }

  async perform(
    operator: OperatorClaim,
    request: PerformActionRequest,
  ): Promise<PerformActionResponse> {
    const { action_id: actionId, reason } = request;
    const target = targetOf(operator, request);
    const action = this.#action(request.action);
    // By real time: the clock of a test app does not make a login old.
    if (OPERATOR_ACTIONS[request.action].needsFreshLogin && !hasFreshLogin(operator, Date.now())) {
      throw new DomainError('INSUFFICIENT_SCOPE', 'This needs a login of the last 10 minutes.');
    }
    if (operator.proposed_by === operator.subject) {
      throw new DomainError('INSUFFICIENT_SCOPE', 'Who proposed an action does not approve it.');
    }
    const asked = askedIn(request);
    const [known] = await this.db.asWorker((tx) => tx.query<Begun>(KNOWN, [actionId]));
    if (known && !isSame(known.asked, asked)) {
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'Another action has this action_id.');
    }
    if (known?.outcome) return known.outcome;
    if (known) await this.#resume(actionId);
    const begun = known ?? (await this.#begin(action, { operator, target, request }));
    const { amount, entryId, hasBegun } = begun;
    const by = { subject: operator.subject, role: operator.role, session: operator.session };
    const deed = {
      act: 'ACTION',
      operation: request.action,
      customerAppId: target.customerAppId,
      kind: OPERATOR_ACTIONS[request.action].on,
      id: target.id,
      reason: operator.proposed_by ? `${reason} (proposed by ${operator.proposed_by})` : reason,
      entryId,
    } as const;
    let isEffective = hasBegun;
    const onWritten = () => void (isEffective = true);
    // What was confirmed is moved, not what is left by now.
    const moved = { ...target, amount: amount ?? undefined };
    const work = () => action.perform(moved, { actionId, reason, operator, hasBegun });
    try {
      const outcome = hasBegun
        ? await work()
        : await auditedWork({ by, deed, onWritten, db: this.db }, work);
      await this.#write((tx) => tx.query(END, [actionId, JSON.stringify(outcome)]));
      return outcome;
    } catch (error) {
      // Refused: nothing was moved, and nothing counts towards the limit.
      const left = error instanceof DomainError && !isEffective ? REFUSE : RELEASE;
      await this.#write((tx) => tx.query(left, [actionId]));
      throw error;
    }
  }

  /** With the confirmed amount. */
  async #begin(action: OperatorAction, { operator, target, request }: Asked) {
    const entryId = newId<AuditEntryId>(new Date());
    const { refusal, seen, money } = await action.preview(target, operator);
    if (refusal !== undefined) throw new DomainError('INVALID_REQUEST', refusal);
    if (seen !== request.seen) {
      const text = 'The resource has changed since this was shown: look at it again.';
      throw new DomainError('INVALID_REQUEST', text);
    }
    assertProposed(operator, money);
    const { subject, proposed_by: proposedBy = null } = operator;
    const limit = money && action.aloneUpTo(money.currency);
    await this.db.asWorker(async (tx) => {
      await tx.begun;
      if (money && limit !== undefined && proposedBy === null) {
        await tx.query(LOCK, [subject]);
        const moved = await movedAlone(tx, {
          ...{ subject, currency: money.currency, except: request.action_id },
        });
        if (moved + money.amount > limit) {
          throw new DomainError('INSUFFICIENT_SCOPE', 'Another operator must approve this amount.');
        }
      }
      const whose = [target.customerAppId ?? null, request.action, target.id, subject, proposedBy];
      const what = [money?.amount ?? null, money?.currency ?? null];
      const asked = JSON.stringify(askedIn(request));
      const begun = await tx.query(BEGIN, [request.action_id, ...whose, ...what, asked, entryId]);
      if (begun.length === 0) throw inProgress();
    });
    return { amount: money?.amount ?? null, entryId, hasBegun: false };
  }

  /** After a crash. Two at once would both act. */
  async #resume(actionId: string): Promise<void> {
    const resumed = await this.db.asWorker((tx) => tx.query(RESUME, [actionId]), { byKey: true });
    if (resumed.length === 0) throw inProgress();
  }

  #movedAlone({ subject }: OperatorClaim, currency: string): Promise<number> {
    return this.db.asWorker((tx) => movedAlone(tx, { subject, currency }));
  }

  #write(work: (tx: WorkerTx) => Promise<unknown>): Promise<unknown> {
    return this.db.asWorker(work, { byKey: true });
  }

  #action(name: OperatorActionName): OperatorAction {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    const action = instances.find(
      (each): each is OperatorAction => each instanceof OperatorAction && each.name === name,
    );
    if (action) return action;
    throw new DomainError('ROUTE_NOT_FOUND', 'This service has no such action.');
  }
}

/** An approval moves what the proposal showed, or nothing. */
function assertProposed(operator: OperatorClaim, money: Previewed['money']): void {
  const { proposed_by: by, proposed_amount: amount, proposed_currency: currency } = operator;
  if (by === undefined || (money?.amount === amount && money?.currency === currency)) return;
  throw new DomainError('INVALID_REQUEST', 'It would move another amount than was proposed.');
}

function inProgress(): DomainError {
  const text = 'This action is being done: ask again in a moment.';
  return new DomainError('IDEMPOTENCY_REQUEST_IN_PROGRESS', text);
}

interface Asked {
  readonly operator: OperatorClaim;
  readonly target: ActionTarget;
  readonly request: PerformActionRequest;
}

/** Before anything is read, and the same whether the resource exists or not. */
function targetOf(operator: OperatorClaim, request: PreviewActionRequest): ActionTarget {
  const { customer_app_id: app, action, id, amount, since, payment_link_id } = request;
  const takes: readonly string[] = OPERATOR_ACTIONS[action].takes;
  const given = Object.entries({ amount, since, payment_link_id });
  for (const [member, value] of given) {
    if (value !== undefined && !takes.includes(member)) {
      throw new DomainError('INVALID_REQUEST', `${action} takes no ${member}`);
    }
  }
  const target = {
    id,
    amount,
    since: since === undefined ? undefined : new Date(since),
    paymentLinkId: payment_link_id,
  };
  if (app === undefined) {
    if (OPERATOR_ACTIONS[action].on !== 'parked_message') {
      throw new DomainError('INVALID_REQUEST', 'customer_app_id is missing');
    }
    if (operator.apps !== '*') {
      throw new DomainError('INSUFFICIENT_SCOPE', 'It is about no customer app of yours.');
    }
    return { ...target, customerAppId: undefined };
  }
  const customerAppId = parseId<CustomerAppId>(app);
  if (!customerAppId) throw new DomainError('INVALID_REQUEST', 'customer_app_id must be an ID');
  assertApp(operator, customerAppId);
  return { ...target, customerAppId };
}

interface Moved {
  readonly subject: string;
  readonly currency: string;
  /** ID of an action that does not count. */
  readonly except?: string;
}

async function movedAlone(tx: WorkerTx, { subject, currency, except }: Moved): Promise<number> {
  const [row] = await tx.query<{ moved: number }>(ALONE, [subject, currency, except ?? null]);
  return row?.moved ?? 0;
}

/** What makes two requests the same action: neither the reason nor what was seen. */
function askedIn(request: PerformActionRequest): object {
  const { action, customer_app_id: app = null, id } = request;
  const { amount = null, since = null, payment_link_id: link = null } = request;
  return { action, app, id, amount, since, link };
}

function isSame(one: object, other: object): boolean {
  const text = (of: object) => JSON.stringify(Object.entries(of).toSorted());
  return text(one) === text(other);
}
