import { APP, fault, remove, row, type PlantedFault } from './evidence-builder.fixture.js';

/** Faults with mandates and the charges on them. */
export const MANDATE_FAULTS: readonly PlantedFault[] = [
  fault('LIMIT_EXCEEDED', 'one charge is above the limit of each', ({ bank, mandates }) => {
    row(bank.collections, { reference: 'payment-kept' }).amount = 1_001;
    row(mandates.debits, { payment_id: 'payment-kept' }).amount = 1_001;
  }),
  fault('LIMIT_EXCEEDED', 'a month has more money than is allowed', ({ bank, mandates }) => {
    const kept = row(bank.collections, { reference: 'payment-kept' });
    const debit = row(mandates.debits, { payment_id: 'payment-kept' });
    for (const number of [1, 2]) {
      bank.collections.push({ ...kept, reference: `payment-more-${number}` });
      mandates.debits.push({ ...debit, payment_id: `payment-more-${number}` });
    }
  }),
  fault('LIMIT_EXCEEDED', 'a month has more charges than are allowed', ({ bank, mandates }) => {
    row(mandates.mandates, { mandate_id: 'mandate-stored' }).max_period_count = 1;
    row(bank.collections, { reference: 'payment-back' }).state = 'PAID';
  }),
  fault('LIMIT_EXCEEDED', 'another currency was collected', ({ bank }) => {
    row(bank.collections, { reference: 'payment-kept' }).currency = 'USD';
  }),
  fault('USAGE_WRONG', 'a charge was released twice', ({ mandates }) => {
    row(mandates.usage, { mandate_id: 'mandate-stored' }).used_amount -= 800;
  }),
  fault('USAGE_WRONG', 'a charge was never released', ({ mandates }) => {
    row(mandates.debits, { payment_id: 'payment-back' }).reserved = true;
  }),
  fault('CHARGE_UNKNOWN', 'the bank collects what nobody reserved', ({ mandates }) => {
    remove(mandates.debits, { payment_id: 'payment-kept' });
  }),
  fault('CHARGE_UNKNOWN', 'a payment was executed on a mandate without it', ({ books }) => {
    row(books.payments, { payment_id: 'payment-paid-1' }).mandate_id = 'mandate-stored';
  }),
  fault('DEBIT_DISAGREES', 'the bank never got it, here it is executed', ({ bank }) => {
    remove(bank.collections, { reference: 'payment-kept' });
  }),
  fault('DEBIT_DISAGREES', 'the bank received another amount', ({ bank }) => {
    row(bank.collections, { reference: 'payment-kept' }).amount = 1;
  }),
  fault('DEBIT_DISAGREES', 'a collection has no payment', ({ books }) => {
    remove(books.payments, { payment_id: 'payment-kept' });
  }),
  fault('DEBIT_DISAGREES', 'a payment does not show its return', ({ books }) => {
    row(books.payments, { payment_id: 'payment-back' }).amount_returned = null;
  }),
  fault('TRANSFER_MISSING', 'a return is not in the ledger', ({ books }) => {
    remove(books.transfers, { kind: 'RETURN' });
  }),
  fault('EVENT_NOT_WRITTEN', 'a charge has no event', ({ outbox }) => {
    remove(outbox, { event_name: 'mandate.charge_updated' });
  }),
  fault('EVENT_ALTERED', 'a charge has two events', ({ outbox }) => {
    outbox.push({ ...row(outbox, { event_name: 'mandate.charge_updated' }) });
  }),
  fault('EVENT_WITHOUT_CHANGE', 'an event reports an unknown charge', ({ outbox }) => {
    const event = row(outbox, { event_name: 'mandate.charge_updated' });
    event.payload = { ...event.payload, payment_id: 'payment-of-nobody' };
  }),
  fault('EVENT_NOT_WRITTEN', 'a mandate went live silently', ({ outbox }) => {
    remove(outbox, { event_name: 'mandate.succeeded' });
  }),
  fault('EVENT_ORDER', 'two messages of a mandate are swapped', ({ messages }) => {
    const submitted = row(messages, { event_name: 'mandate.submitted' });
    const succeeded = row(messages, { key: submitted.key, event_name: 'mandate.succeeded' });
    [submitted.offset, succeeded.offset] = [succeeded.offset, submitted.offset];
  }),
  fault('WEBHOOK_MISSING', 'no webhook reports that a mandate is live', ({ webhooks }) => {
    remove(webhooks.received, { event_type: 'MANDATE_SETUP_SUCCEEDED' });
  }),
  fault('MANDATE_DISAGREES', 'the bank revoked it, here it is live', ({ bank }) => {
    row(bank.mandates, { reference: 'mandate-stored' }).state = 'REVOKED';
  }),
  fault('MANDATE_DISAGREES', 'the bank has what nobody asked for', ({ bank }) => {
    const live = row(bank.mandates, { reference: 'mandate-stored' });
    bank.mandates.push({ ...live, reference: 'mandate-of-nobody' });
  }),
  fault('MANDATE_NOT_CURRENT', 'a mandate went live that its link had left', ({ books }) => {
    books.changes = books.changes.filter(({ to_status: to }) => to !== 'CONFIRMED');
  }),
  fault('DRAFT_NOT_CLOSED', 'a draft stayed when its payer left', ({ mandates }) => {
    row(mandates.mandates, { mandate_id: 'mandate-left' }).status = 'AUTHORIZATION_REQUIRED';
  }),
  fault('DRAFT_NOT_CLOSED', 'a draft was closed on its last day only', ({ outbox }) => {
    const closed = row(outbox, { event_name: 'mandate.closed' });
    Object.assign(closed.payload, { occurred_at: '2026-04-04T00:00:00.000Z' });
  }),
  fault('ACKNOWLEDGED_CHARGE_LOST', 'a charge was acknowledged and is gone', ({ books }) => {
    remove(books.payments, { payment_id: 'payment-kept' });
  }),
  fault('REFUSED_CHARGE_EXISTS', 'a refused charge was made', (evidence) => {
    evidence.calls = evidence.calls.map((call) =>
      call.op === 'charge' ? { ...call, outcome: 'refused' } : call,
    );
  }),
  fault('REPEAT_MADE_ANOTHER', 'one key charged twice', ({ books }) => {
    const kept = row(books.payments, { payment_id: 'payment-kept' });
    books.payments.push({ ...kept, payment_id: 'payment-again' });
  }),
  fault('REPEAT_CHANGED_CONTENT', 'a charge took another amount', ({ books }) => {
    row(books.payments, { payment_id: 'payment-kept' }).amount = 1;
  }),
];

const PRODUCT_UPDATED = 'login_identity.product_updated';

/** Faults with logins at banks and their data. */
export const LINKING_FAULTS: readonly PlantedFault[] = [
  fault('ACKNOWLEDGED_LOGIN_LOST', 'an acknowledged login is gone', ({ linking }) => {
    remove(linking.logins, { login_identity_id: 'login-kept' });
  }),
  fault('ACKNOWLEDGED_LOGIN_LOST', 'a deletion was acknowledged and undone', ({ linking }) => {
    row(linking.logins, { login_identity_id: 'login-gone' }).status = 'DATA_RETRIEVAL_COMPLETE';
  }),
  fault('LOGIN_STUCK', 'the job of a product was lost', ({ linking }) => {
    const login = row(linking.logins, { login_identity_id: 'login-kept' });
    login.status = 'DATA_RETRIEVAL_IN_PROGRESS';
    login.session_status = 'IN_PROGRESS';
  }),
  fault('LOGIN_STUCK', 'an unlink never ended', ({ linking }) => {
    row(linking.logins, { login_identity_id: 'login-gone' }).status = 'UNLINKED';
  }),
  fault('PRODUCT_TWICE', 'a job ran twice with effect', ({ outbox }) => {
    outbox.push({ ...row(outbox, { event_name: PRODUCT_UPDATED }) });
  }),
  fault('PRODUCT_MISSING', 'a login is complete without a product', ({ linking }) => {
    const login = row(linking.logins, { login_identity_id: 'login-kept' });
    login.products = [...login.products, 'identity'];
  }),
  fault('TRANSACTIONS_WRONG', 'a refresh stored a transaction again', ({ linking }) => {
    const account = row(linking.accounts, { login_identity_id: 'login-kept' });
    account.sum += 50;
    account.posted_sum += 50;
  }),
  fault('TRANSACTIONS_WRONG', 'a pending row is gone and its account counts it', ({ linking }) => {
    row(linking.accounts, { login_identity_id: 'login-kept' }).transactions -= 1;
  }),
  fault('TRANSACTIONS_WRONG', 'a row was posted and is still pending', ({ linking }) => {
    row(linking.accounts, { login_identity_id: 'login-kept' }).posted_sum = 900;
  }),
  fault('LOGIN_REMAINS', 'credentials outlived the login', ({ linking }) => {
    linking.remains.push({
      customer_app_id: APP,
      login_identity_id: 'login-gone',
      table: 'login_credentials',
      rows: 1,
    });
  }),
];
