import { ACCOUNT, APP, type EvidenceBuilder } from './evidence-builder.fixture.js';

/** Of transfers that no dispute makes. */
export const NO_DISPUTE = { dispute_id: null, dispute_sequence: null };

const FEE = 1_500;
const ID = 'dispute-1';

/** What a dispute leaves behind that is won, contested again, and accepted. */
export function contestPayment(
  run: EvidenceBuilder,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): void {
  const { disputes } = run.evidence;
  const dispute = {
    customer_app_id: APP,
    dispute_id: ID,
    integration_id: 'GW1',
    processor_reference: 'dp-1',
    payment_id: paymentId,
    status: '',
    position: 5,
    sequence: 0,
  };
  disputes.disputes.push(dispute);
  disputes.atProcessors.push({
    gateway: 'GW1',
    dispute_reference: 'dp-1',
    customer_app_id: APP,
    state: 'ACCEPTED',
    position: 5,
  });
  const facts = { dispute_id: ID, payment_id: paymentId, amount, fee_amount: FEE };
  const move = (to: string, kinds?: readonly [string, string], ...sides: string[]) => {
    run.move('dispute', dispute, { id: ID, to, facts });
    const at = { paymentId, sequence: dispute.sequence, sides };
    if (!kinds) return;
    book(run, { ...at, kind: kinds[0], amount });
    book(run, { ...at, kind: kinds[1], amount: FEE });
  };
  move('ACTION_REQUIRED', ['DISPUTE_HOLD', 'DISPUTE_FEE_HOLD'], 'settlement', 'disputed');
  move('PROCESSING');
  move('WON', ['DISPUTE_RELEASE', 'DISPUTE_FEE_RELEASE'], 'disputed', 'settlement');
  move('ACTION_REQUIRED', ['DISPUTE_HOLD', 'DISPUTE_FEE_HOLD'], 'settlement', 'disputed');
  move('ACCEPTED', ['DISPUTE_LOSS', 'DISPUTE_FEE'], 'disputed', 'clearing');
}

/** What a bank took back: a dispute that is lost, and moves nothing. */
export function returnToPayer(
  run: EvidenceBuilder,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): void {
  const id = `dispute-of-${paymentId}`;
  const dispute = {
    customer_app_id: APP,
    dispute_id: id,
    integration_id: 'GW3',
    processor_reference: paymentId,
    payment_id: paymentId,
    status: '',
    position: 1,
    sequence: 0,
  };
  run.evidence.disputes.disputes.push(dispute);
  const facts = { dispute_id: id, payment_id: paymentId, amount, fee_amount: 0 };
  for (const to of ['UNDEFENDED', 'LOST']) run.move('dispute', dispute, { id, to, facts });
}

function book(
  { evidence }: EvidenceBuilder,
  entry: {
    readonly paymentId: string;
    readonly sequence: number;
    readonly kind: string;
    readonly amount: number;
    readonly sides: readonly string[];
  },
): void {
  const { transfers } = evidence.books;
  const [debit, credit] = entry.sides;
  transfers.push({
    customer_app_id: APP,
    ledger_transfer_id: `transfer-${transfers.length + 1}`,
    kind: entry.kind,
    debit_account: `${debit}:${ACCOUNT}`,
    credit_account: `${credit}:${ACCOUNT}`,
    amount: entry.amount,
    currency: 'HKD',
    payment_id: entry.paymentId,
    refund_id: null,
    payout_id: null,
    dispute_id: ID,
    dispute_sequence: entry.sequence,
    written_by: transfers.length + 1,
  });
}
