import type { Call, StripeBooks } from '../books/stripe-books.js';
import { book } from '../books/stripe-money.js';
import type { Body, Charge, Dispute, StoredFile } from '../books/stripe-objects.js';
import { invalid } from '../books/stripe-refusal.js';

const ANSWER_WITHIN_S = 604_800;
const FEE = 1_500;
const FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
];
const TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
];
const MAX_TEXT = 150_000;
const MAX_FILE_BYTES = 4_500_000;

interface Opening {
  readonly charge: Charge;
  readonly kind: 'chargeback' | 'inquiry';
  /** `false`: nobody can answer it. */
  readonly isDefendable?: boolean;
}

/** A chargeback takes the money at once; an inquiry only asks. */
export function openDispute(books: StripeBooks, opening: Opening): Dispute {
  const { charge, kind, isDefendable = true } = opening;
  const isInquiry = kind === 'inquiry';
  const names = [...FILES, ...TEXTS].map((name): [string, null] => [name, null]);
  const { amount_captured: amount, currency } = charge;
  const card = charge.payment_method_details.card;
  const dispute = books.add('dispute', {
    id: books.newId('dispute'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.now,
    currency,
    enhanced_eligibility_types: [],
    evidence: { ...Object.fromEntries(names), enhanced_evidence: {} },
    evidence_details: {
      due_by: isDefendable ? books.now + ANSWER_WITHIN_S : null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: books.livemode,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: card.brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: card.brand,
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  });
  if (!isInquiry) withdraw(books, dispute, charge);
  books.emit('charge.dispute.created', dispute);
  return dispute;
}

function withdraw(books: StripeBooks, dispute: Dispute, charge: Charge): void {
  books.change(charge, { disputed: true });
  move(books, dispute, { amount: -dispute.amount, category: 'dispute', fee: FEE });
  books.emit('charge.dispute.funds_withdrawn', dispute);
}

function move(
  books: StripeBooks,
  dispute: Dispute,
  moved: { readonly amount: number; readonly category: string; readonly fee: number },
): void {
  const { id: source, currency } = dispute;
  const description = `Chargeback ${moved.amount < 0 ? 'withdrawal' : 'reversal'} for ${dispute.charge}`;
  const entry = book(books, { type: 'adjustment', source, currency, description, ...moved });
  books.change(dispute, {
    balance_transactions: [...dispute.balance_transactions, structuredClone(entry)],
  });
}

export async function retrieveDispute({ books, ids: [id = ''] }: Call): Promise<Dispute> {
  const dispute = await books.get('dispute', id, { param: 'dispute' });
  const { due_by: dueBy } = dispute.evidence_details;
  if (dueBy !== null && isOpen(dispute) && dueBy <= books.now)
    dispute.evidence_details.past_due = true;
  return dispute;
}

/** After the evidence, by the status before it. */
const REVIEWED = {
  needs_response: 'under_review',
  warning_needs_response: 'warning_under_review',
  appeal_needs_response: 'appeal_under_review',
} as const;

function isOpen({ status }: Dispute): boolean {
  return Object.hasOwn(REVIEWED, status);
}

/** Evidence can be changed until it is submitted, once. */
export async function updateDispute(call: Call): Promise<Dispute> {
  const { books, params } = call;
  params.only('evidence metadata submit');
  const dispute = await retrieveDispute(call);
  if (params.has('metadata'))
    books.change(dispute, { metadata: params.metadata(dispute.metadata) });
  const isSubmitted = params.flag('submit') ?? true;
  if (!params.has('evidence') && !params.has('submit')) return dispute;
  const { evidence_details: details } = dispute;
  if (!isOpen(dispute) || details.due_by === null || details.past_due)
    throw invalid('This dispute takes no more evidence.', { param: 'evidence' });
  const evidence = { ...dispute.evidence, ...evidenceIn(dispute, params) };
  await checkEvidence(books, evidence);
  const has_evidence = [...FILES, ...TEXTS].some((name) => evidence[name] !== null);
  const submission_count = details.submission_count + (isSubmitted ? 1 : 0);
  books.change(dispute, {
    evidence,
    evidence_details: { ...details, has_evidence, submission_count },
  });
  if (isSubmitted)
    books.change(dispute, { status: REVIEWED[dispute.status as keyof typeof REVIEWED] });
  books.emit('charge.dispute.updated', dispute);
  return dispute;
}

/** An appeal has files of its own, and takes no others. */
function evidenceIn({ status }: Dispute, params: Call['params']): Body {
  if (status !== 'appeal_needs_response') {
    params.inside('evidence').only([...FILES, ...TEXTS].join(' '));
    return params.texts('evidence');
  }
  const evidence = params.inside('evidence').only('appeal');
  const card = evidence.inside('appeal').only('card').inside('card');
  card.only('reason_for_filing supporting_files');
  const supporting_files = card.list('supporting_files');
  return supporting_files.length === 0 ? {} : { appeal: { card: { supporting_files } } };
}

/** Where the evidence names files, and which. */
function filesIn(evidence: Body): [string, unknown][] {
  const { card } = (evidence['appeal'] ?? {}) as { card?: { supporting_files: string[] } };
  const appeal = card?.supporting_files ?? [];
  return [
    ...FILES.map((name): [string, unknown] => [`evidence[${name}]`, evidence[name]]),
    ...appeal.map((id): [string, unknown] => ['evidence[appeal]', id]),
  ];
}

async function checkEvidence(books: StripeBooks, evidence: Body): Promise<void> {
  const characters = TEXTS.reduce((sum, name) => sum + String(evidence[name] ?? '').length, 0);
  if (characters > MAX_TEXT)
    throw invalid('The evidence has too much text.', { param: 'evidence' });
  let bytes = 0;
  for (const [param, id] of filesIn(evidence)) {
    if (typeof id !== 'string') continue;
    const file = await books.get('file', id, { param });
    if (file.purpose !== 'dispute_evidence')
      throw invalid('The file has another purpose.', { param });
    bytes += file.size;
  }
  if (bytes > MAX_FILE_BYTES)
    throw invalid('The files of the evidence are too large together.', { param: 'evidence' });
}

/** The merchant accepts the loss. */
export async function closeDispute(call: Call): Promise<Dispute> {
  const dispute = await retrieveDispute(call);
  if (!isOpen(dispute)) throw invalid('This dispute is already closed.');
  return decide(call.books, dispute, 'lost');
}

export const DECISIONS = [
  ...(['won', 'lost', 'prevented', 'warning_closed'] as const),
  ...(['needs_response', 'appeal_needs_response'] as const),
] as const;

/** The bank decides, turns an inquiry into a chargeback, or lets the merchant appeal. */
export async function decideDispute(
  books: StripeBooks,
  dispute: Dispute,
  to: (typeof DECISIONS)[number],
): Promise<Dispute> {
  if (to === 'appeal_needs_response') return letAppeal(books, dispute);
  if (to !== 'needs_response') return decide(books, dispute, to);
  const before = dispute.status;
  books.change(dispute, { status: to, is_charge_refundable: false });
  withdraw(books, dispute, await books.get('charge', dispute.charge));
  books.emit('charge.dispute.updated', dispute, { status: before });
  return dispute;
}

function letAppeal(books: StripeBooks, dispute: Dispute): Dispute {
  const { status: before, evidence_details: details } = dispute;
  const due_by = books.now + ANSWER_WITHIN_S;
  const evidence_details = { ...details, due_by, past_due: false };
  books.change(dispute, { status: 'appeal_needs_response', evidence_details });
  books.emit('charge.dispute.updated', dispute, { status: before });
  return dispute;
}

async function decide(
  books: StripeBooks,
  dispute: Dispute,
  to: Dispute['status'],
): Promise<Dispute> {
  const isWithdrawn = dispute.balance_transactions.length === 1;
  books.change(dispute, { status: to });
  if (isWithdrawn && (to === 'won' || to === 'prevented')) {
    const charge = await books.get('charge', dispute.charge);
    books.change(charge, { disputed: false });
    move(books, dispute, { amount: dispute.amount, category: 'dispute_reversal', fee: 0 });
    books.emit('charge.dispute.funds_reinstated', dispute);
  }
  books.emit('charge.dispute.closed', dispute);
  return dispute;
}

const TYPES: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};
const MAX_BYTES = 5_000_000;

/** Of a file only the facts are kept. */
export function createFile({ books, params, file }: Call): StoredFile {
  params.only('purpose');
  params.required('purpose');
  const purpose = params.one('purpose', ['dispute_evidence', 'customer_signature']) ?? '';
  if (!file)
    throw invalid('Missing required param: file.', { code: 'parameter_missing', param: 'file' });
  const type = TYPES[file.type];
  if (!type || file.size === 0) throw invalid('Files are PDF, JPEG or PNG.', { param: 'file' });
  if (file.size > MAX_BYTES) throw invalid('The file is larger than 5 MB.', { param: 'file' });
  const id = books.newId('file');
  return books.add('file', {
    id,
    object: 'file',
    created: books.now,
    expires_at: null,
    filename: file.name,
    links: { data: [], has_more: false, object: 'list', url: `/v1/file_links?file=${id}` },
    purpose,
    size: file.size,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  });
}

export const retrieveFile = ({ books, ids: [id = ''] }: Call) =>
  books.get('file', id, { param: 'file' });
