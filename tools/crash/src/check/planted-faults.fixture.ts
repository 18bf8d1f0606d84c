import {
  ACCOUNT,
  fault,
  remove,
  row,
  type MutableEvidence,
  type PlantedFault,
} from './evidence-builder.fixture.js';
import { LINKING_FAULTS, MANDATE_FAULTS } from './planted-mandate-faults.fixture.js';
import { STRIPE_FAULTS } from './stripe-stories.fixture.js';
import { DISPUTE_FAULTS, MONEY_FAULTS, TRANSFER_FAULTS } from './planted-money-faults.fixture.js';

const CALLERS: readonly PlantedFault[] = [
  fault('ACKNOWLEDGED_LINK_LOST', 'an acknowledged link is gone', ({ books }) => {
    books.links = books.links.filter(({ unique_reference_id: name }) => name !== 'paid');
  }),
  fault('ACKNOWLEDGED_STATUS_LOST', 'a payer received PAID, the link expired', ({ books }) => {
    row(books.links, { unique_reference_id: 'paid' }).status = 'EXPIRED';
  }),
  fault('REFUSED_LINK_EXISTS', 'a refused create left a link', (evidence) => {
    evidence.calls = evidence.calls.map((call) =>
      call.op === 'create' && call.reference === 'expired'
        ? { ...call, outcome: 'refused', payment_link_id: undefined }
        : call,
    ) as MutableEvidence['calls'];
  }),
  fault('REFUSED_CARD_CHARGED', 'a refused card was charged', (evidence) => {
    evidence.calls = evidence.calls.map((call) =>
      call.op === 'submit' ? { ...call, outcome: 'refused' } : call,
    );
  }),
  fault('STATUS_WENT_BACK', 'a paid link was open again for a moment', ({ calls }) => {
    const read = calls.findLast(({ op, reference }) => op === 'read' && reference === 'paid');
    if (read) calls.push({ ...read, seen_status: 'CREATED', begin: 9_001, end: 9_002 });
  }),
  fault('REPEAT_MADE_ANOTHER', 'a repeated create made a second link', ({ calls }) => {
    const create = calls.findLast(({ op }) => op === 'create');
    if (create?.op === 'create') calls.push({ ...create, payment_link_id: 'link-again' });
  }),
  fault('REPEAT_CHANGED_CONTENT', 'a repeat with another amount was accepted', ({ calls }) => {
    const create = calls.findLast(({ op }) => op === 'create');
    if (create?.op !== 'create') return;
    calls.push({ ...create, content: { ...create.content, amount: 1 } });
  }),
  fault('UNFINISHED', 'work is left after the wait', ({ unfinished }) => {
    unfinished.push('webhook-dispatch: 3 deliveries');
  }),
  fault('PROCESS_ENDED', 'a service did not survive the death of another', ({ ended }) => {
    ended.push('payment-link ended unexpectedly (exit code 1).');
  }),
];

const HISTORIES: readonly PlantedFault[] = [
  fault('HISTORY_GAP', 'a change left no trace', ({ books }) => {
    books.changes = books.changes.filter(({ to_status: to }) => to !== 'AUTHORIZING');
  }),
  fault('HISTORY_BROKEN', 'a change starts where the one before did not end', ({ books }) => {
    row(books.changes, { history: 'payment', to_status: 'SUBMITTED' }).from_status = 'AUTHORIZING';
  }),
  fault('HISTORY_DISAGREES', 'a row was changed without a history', ({ books }) => {
    row(books.payments, { status: 'FAILED' }).status = 'AUTHORIZING';
  }),
  fault('MOVE_NOT_ALLOWED', 'an expired link was paid', ({ books }) => {
    const change = row(books.changes, { id: 'link-expired', to_status: 'EXPIRED' });
    books.changes.push({ ...change, sequence: 3, from_status: 'EXPIRED', to_status: 'PAID' });
  }),
];

const EVENTS: readonly PlantedFault[] = [
  fault('EVENT_NOT_WRITTEN', 'a change has no outbox row', ({ outbox }) => {
    remove(outbox, { event_name: 'payment.executed' });
  }),
  fault('EVENT_NOT_WRITTEN', 'a payment user was created silently', ({ books }) => {
    row(books.users, { user_id: 'user-1' }).sequence = 2;
  }),
  fault('EVENT_WITHOUT_CHANGE', 'an event tells of nothing', ({ outbox }) => {
    const paid = row(outbox, { event_name: 'payment_link.paid' });
    outbox.push({ ...paid, sequence: 9, event_id: 'event-extra' });
  }),
  fault('EVENT_UNPUBLISHED', 'an event waits in the outbox', ({ outbox }) => {
    row(outbox, { event_name: 'payment_link.paid' }).published = false;
  }),
  fault('EVENT_MISSING', 'an event was dropped on its way to the topic', ({ messages }) => {
    remove(messages, { event_name: 'payment.executed' });
  }),
  fault('EVENT_UNKNOWN', 'a message comes from no outbox', ({ messages }) => {
    const created = row(messages, { event_name: 'payment.created' });
    messages.push({ ...created, event_id: 'event-stranger', offset: 900 });
  }),
  fault('EVENT_ALTERED', 'a message says something else', ({ messages }) => {
    const executed = row(messages, { event_name: 'payment.executed' });
    executed.payload = { ...executed.payload, status: 'FAILED' };
  }),
  fault('EVENT_ALTERED', 'an outbox row tells another status', ({ outbox }) => {
    const executed = row(outbox, { event_name: 'payment.executed' });
    executed.payload = { ...executed.payload, status: 'FAILED' };
  }),
  fault('EVENT_ORDER', 'two messages of a payment are swapped', ({ messages }) => {
    const submitted = row(messages, { event_name: 'payment.submitted' });
    const executed = row(messages, { key: submitted.key, event_name: 'payment.executed' });
    [submitted.offset, executed.offset] = [executed.offset, submitted.offset];
  }),
  fault('EVENT_ELSEWHERE', 'a payment is spread over two partitions', ({ messages }) => {
    row(messages, { event_name: 'payment.executed' }).partition = 7;
  }),
];

const WEBHOOKS: readonly PlantedFault[] = [
  fault('WEBHOOK_NOT_RECORDED', 'the dispatcher missed an event', ({ webhooks }) => {
    remove(webhooks.recorded, { event_type: 'PAYMENT_EXECUTED' });
  }),
  fault('WEBHOOK_RECORDED_TWICE', 'the dispatcher took an event twice', ({ webhooks }) => {
    webhooks.recorded.push({ ...row(webhooks.recorded, { event_type: 'PAYMENT_EXECUTED' }) });
  }),
  fault('WEBHOOK_MISSING', 'an endpoint never received a webhook', ({ webhooks }) => {
    remove(webhooks.received, { event_type: 'PAYMENT_LINK_PAID' });
  }),
  fault('WEBHOOK_MISSING', 'an endpoint refused, and received no second try', ({ webhooks }) => {
    row(webhooks.received, { event_type: 'PAYMENT_LINK_PAID' }).acknowledged = false;
  }),
  fault('WEBHOOK_UNKNOWN', 'an endpoint received a webhook without a record', ({ webhooks }) => {
    const webhook = row(webhooks.received, { event_type: 'PAYMENT_LINK_PAID' });
    webhooks.received.push({ ...webhook, event_id: 'event-stranger' });
  }),
  fault('WEBHOOK_UNKNOWN', 'a webhook without an event was recorded', ({ webhooks }) => {
    const webhook = row(webhooks.recorded, { event_type: 'PAYMENT_LINK_PAID' });
    webhooks.recorded.push({ ...webhook, event_id: 'event-stranger', resource_id: 'link-0' });
  }),
  fault('WEBHOOK_ALTERED', 'a repeat says something else', ({ webhooks }) => {
    const webhook = row(webhooks.received, { event_type: 'PAYMENT_LINK_PAID' });
    webhooks.received.push({ ...webhook, body: '{}' });
  }),
  fault('WEBHOOK_UNVERIFIED', 'a signature is wrong', ({ webhooks }) => {
    row(webhooks.received, { event_type: 'PAYMENT_LINK_PAID' }).verified = false;
  }),
  fault('WEBHOOK_SEQUENCE', 'the webhooks of a payment count 1, 3', ({ webhooks }) => {
    row(webhooks.recorded, { event_type: 'PAYMENT_EXECUTED' }).sequence = 3;
  }),
  fault('WEBHOOK_SEQUENCE', 'a payment is reported as executed, then submitted', ({ webhooks }) => {
    const submitted = row(webhooks.recorded, { event_type: 'PAYMENT_SUBMITTED' });
    const { resource_id } = submitted;
    const executed = row(webhooks.recorded, { resource_id, event_type: 'PAYMENT_EXECUTED' });
    [submitted.sequence, executed.sequence] = [executed.sequence, submitted.sequence];
  }),
  fault('WEBHOOK_ORDER', 'first tries came the wrong way round', ({ webhooks }) => {
    webhooks.received.reverse();
  }),
];

const MONEY: readonly PlantedFault[] = [
  fault('TWO_SUCCESSES', 'two payments of one link were executed', ({ books }) => {
    row(books.payments, { status: 'FAILED' }).status = 'EXECUTED';
  }),
  fault('DOUBLE_CHARGE', 'a payment was charged twice', ({ gateway }) => {
    gateway.entries.push({ ...row(gateway.entries, { payment_id: 'payment-paid-1' }) });
  }),
  fault('DOUBLE_CHARGE', 'the gateway kept the money of two attempts', ({ gateway }) => {
    const charge = row(gateway.entries, { payment_id: 'payment-retried-2' });
    const other = { reference: 'attempt-retried-1', payment_id: 'payment-retried-1' };
    gateway.entries.push({ ...charge, ...other });
  }),
  fault('WRONG_CHARGE', 'the gateway took another amount', ({ gateway }) => {
    row(gateway.entries, { payment_id: 'payment-paid-1' }).amount += 1;
  }),
  fault('CHARGE_MISSING', 'a payment was executed and never charged', ({ gateway }) => {
    remove(gateway.entries, { payment_id: 'payment-paid-1' });
  }),
  fault('CHARGE_NOT_RETURNED', 'the money of a dead link was kept', ({ gateway }) => {
    remove(gateway.entries, { kind: 'REFUND' });
  }),
  fault('CHARGE_NOT_RETURNED', 'money was taken for nobody', ({ gateway }) => {
    const charge = row(gateway.entries, { kind: 'CHARGE' });
    gateway.entries.push({ ...charge, payment_id: 'payment-of-nobody' });
  }),
  fault('PAID_MONEY_RETURNED', 'an executed payment was refunded', ({ gateway }) => {
    const charge = row(gateway.entries, { payment_id: 'payment-paid-1' });
    gateway.entries.push({ ...charge, kind: 'REFUND' });
  }),
  fault('PAID_WITHOUT_PAYMENT', 'a link is paid by nothing', ({ books }) => {
    row(books.links, { unique_reference_id: 'expired' }).status = 'PAID';
  }),
  fault('PAYMENT_WITHOUT_PAID', 'a link was cancelled after its payment', ({ books }) => {
    row(books.links, { unique_reference_id: 'paid' }).status = 'CANCELLED';
  }),
  fault('STUCK_ATTEMPT', 'an attempt never ended', ({ books }) => {
    row(books.attempts, { status: 'FAILED' }).status = 'AUTHORIZING';
  }),
  fault('STUCK_ATTEMPT', 'the gateway still holds an authorization', ({ gateway }) => {
    row(gateway.authorizations, { state: 'VOIDED' }).state = 'AUTHORIZED';
  }),
  fault('TRANSFER_MISSING', 'an executed payment is not in the ledger', ({ books }) => {
    remove(books.transfers, { kind: 'PAYMENT' });
  }),
  fault('TRANSFER_EXTRA', 'a payment is in the ledger twice', ({ books }) => {
    books.transfers.push({ ...row(books.transfers, { kind: 'PAYMENT' }) });
  }),
  fault('TRANSFER_EXTRA', 'a failed payment is in the ledger', ({ books }) => {
    const paid = row(books.transfers, { kind: 'PAYMENT' });
    books.transfers.push({ ...paid, payment_id: 'payment-retried-1' });
  }),
  fault('TRANSFER_WRONG', 'a payment is booked with another amount', ({ books }) => {
    row(books.transfers, { kind: 'PAYMENT' }).amount = 1;
  }),
  fault('TRANSFER_WRONG', 'a transfer moves half a cent', ({ books }) => {
    row(books.transfers, { kind: 'OPENING_BALANCE' }).amount = 0.5;
  }),
  fault('LEDGER_UNBALANCED', 'a transfer has one side only', ({ books }) => {
    row(books.transfers, { kind: 'PAYMENT' }).debit_account = 'nowhere';
  }),
  fault('CHECKPOINT_WRONG', 'a checkpoint forgot a late commit', ({ books }) => {
    row(books.checkpoints, { ledger_account: `settlement:${ACCOUNT}` }).covers_before = 99;
  }),
  fault('BOOKS_DISAGREE', 'the gateway holds more than we expect of it', ({ gateway }) => {
    row(gateway.entries, { payment_id: 'payment-paid-1' }).amount = 99_999;
  }),
];

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  ...CALLERS,
  ...LINKING_FAULTS,
  ...HISTORIES,
  ...EVENTS,
  ...WEBHOOKS,
  ...MONEY,
  ...MANDATE_FAULTS,
  ...DISPUTE_FAULTS,
  ...MONEY_FAULTS,
  ...TRANSFER_FAULTS,
  ...STRIPE_FAULTS,
];
