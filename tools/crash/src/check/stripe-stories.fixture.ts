import {
  APP,
  fault,
  remove,
  row,
  type EvidenceBuilder,
  type PlantedFault,
} from './evidence-builder.fixture.js';

const FEE = 660;

interface AtStripe {
  /** Of a payment that was paid at another gateway until now. */
  readonly suffix: string;
  /** The payout of Stripe that contains it; null while none does. */
  readonly payout: string | null;
}

/** Moves a paid payment to Stripe, which keeps the money, takes a fee and pays out. */
export function payAtStripe(run: EvidenceBuilder, { suffix, payout }: AtStripe): void {
  const { books, gateway, stripe } = run.evidence;
  const payment_id = `payment-${suffix}`;
  const id = `pi_${suffix}`;
  row(books.attempts, { payment_id }).gateway_reference = id;
  row(books.payments, { payment_id }).at_processor = true;
  const paid = row(books.transfers, { payment_id });
  paid.credit_account = paid.credit_account.replace('settlement', 'at_processor');
  row(gateway.entries, { payment_id }).merchant_account = '';
  const { amount } = paid;
  const owner = { customer_app_id: APP, currency: 'HKD' };
  const used = { status: 'succeeded', confirmed: true, kept: false };
  stripe.intents.push({ customer_app_id: APP, id, kind: 'payment_intent', ...used });
  const net = amount - FEE;
  stripe.balance.push({ ...owner, id: `txn_${suffix}`, payment_id, payout, net, fee: FEE });
  const listed = (name: string) => ({ processor_reference: `GW4_STRIPE ${name}` });
  const fee = { kind: 'PROCESSOR_FEE', amount: FEE, ...listed(`txn_${suffix}`) };
  run.book(['at_processor', 'clearing'], fee);
  if (payout === null) return;
  const moved = { kind: 'PROCESSOR_PAYOUT', amount: net, ...listed(payout) };
  run.book(['at_processor', 'settlement'], moved);
}

/** A card that Stripe keeps for a payer, and a charge of it that was declined. */
export function storeAtStripe(run: EvidenceBuilder): void {
  const { books, stripe } = run.evidence;
  const owner = { customer_app_id: APP };
  const intent = { ...owner, status: 'canceled', confirmed: true, kept: false };
  stripe.customers.push({ ...owner, id: 'cus_1', payer: `${APP}.user-1` });
  stripe.intents.push({ ...intent, id: 'pi_declined', kind: 'payment_intent' });
  stripe.intents.push({ ...intent, id: 'seti_void', kind: 'setup_intent' });
  row(books.attempts, { status: 'CANCELLED' }).gateway_reference = 'seti_void';
  const declined = row(books.payments, { status: 'FAILED' });
  books.charges.push({
    ...owner,
    payment_id: declined.payment_id,
    gateway_reference: 'pi_declined',
  });
}

const FIRST = { id: 'txn_settled-1' };

export const STRIPE_FAULTS: readonly PlantedFault[] = [
  fault('INTENT_UNKNOWN', 'an intent was confirmed before its ID was stored', ({ books }) => {
    row(books.attempts, { gateway_reference: 'seti_void' }).gateway_reference = null;
  }),
  fault('INTENT_UNKNOWN', 'a charge has two intents', ({ stripe }) => {
    stripe.intents.push({ ...row(stripe.intents, { id: 'pi_declined' }), id: 'pi_again' });
  }),
  fault('INTENT_DISAGREES', 'a success here was cancelled at Stripe', ({ stripe }) => {
    row(stripe.intents, { status: 'succeeded' }).status = 'canceled';
  }),
  fault('CARD_KEPT', 'the card of a link that was given up is still stored', ({ stripe }) => {
    row(stripe.intents, { id: 'seti_void' }).kept = true;
  }),
  fault('CUSTOMER_TWICE', 'a payer has a second customer', ({ stripe }) => {
    stripe.customers.push({ ...row(stripe.customers, {}), id: 'cus_2' });
  }),
  fault('PROCESSOR_TRANSFER_WRONG', 'a fee is not in the ledger', ({ books }) => {
    remove(books.transfers, { kind: 'PROCESSOR_FEE' });
  }),
  fault('PROCESSOR_TRANSFER_WRONG', 'a payout was moved twice', ({ books }) => {
    books.transfers.push({ ...row(books.transfers, { kind: 'PROCESSOR_PAYOUT' }) });
  }),
  fault('PROCESSOR_TRANSFER_WRONG', 'a fee was taken of what is available', ({ books }) => {
    const fee = row(books.transfers, { kind: 'PROCESSOR_FEE' });
    fee.debit_account = fee.debit_account.replace('at_processor', 'settlement');
  }),
  fault('PROCESSOR_TRANSFER_WRONG', 'nobody listed what the ledger has', ({ stripe }) => {
    row(stripe.balance, FIRST).fee = 0;
  }),
  fault('AT_PROCESSOR_DISAGREES', 'the processor owes more', ({ stripe }) => {
    row(stripe.balance, { payout: null }).net += 1;
  }),
  fault('AT_PROCESSOR_DISAGREES', 'a payment was booked as available', ({ books }) => {
    const paid = row(books.transfers, { payment_id: 'payment-unsettled-1', kind: 'PAYMENT' });
    paid.credit_account = paid.credit_account.replace('at_processor', 'settlement');
  }),
];
