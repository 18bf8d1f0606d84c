import { Injectable } from '@nestjs/common';
import type {
  MandateParties,
  ReadMandatesRequest,
  ReadMandatesResponse,
  MandateRecord,
  MandateStatusAnswer,
} from '@towpath/contracts/internal';
import type {
  ListMandatesQuery,
  ListMandatesResponse,
  MandateResponse,
  CreatedMandateResponse,
  MandateDetails,
} from '@towpath/contracts/mandate';
import { pageOf, rangeOf } from '@towpath/http';
import { newId, type CustomerAppId, type Id, type MandateId } from '@towpath/kernel';
import { byKey, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { PartiesService } from '../parties/parties.service.js';
import { mandateNotFound, parseMandateId } from './mandate.js';
import {
  mandates,
  sensitiveMandateReads,
  type MandateSnapshot,
  submissions,
  type SubmissionSnapshot,
} from './mandate.table.js';
import { embeddedError, type TransactionLimits } from '@towpath/contracts';

/** A mandate in its public form: without the sender's e-mail address. */
export function mandateBody(mandate: MandateSnapshot, parties: MandateParties): MandateResponse {
  const { failure } = mandate;
  return {
    mandate_id: mandate.mandateId,
    payment_method_id: mandate.paymentMethodId,
    status: mandate.status,
    created_at: mandate.createdAt.toISOString(),
    updated_at: mandate.updatedAt.toISOString(),
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    mandate_details: detailsOf(mandate, parties),
    metadata: mandate.metadata ?? undefined,
    recipient: parties.recipient,
    recipient_account: parties.recipient_account,
    sender_account: parties.sender_account,
    // the mandate's own: a chosen institution decides it for this mandate alone
    sender: { ...parties.sender, user_type: mandate.senderType },
  };
}

/** A mandate as the operation that creates it shows it. */
export function createdMandateBody(
  mandate: MandateSnapshot,
  parties: MandateParties,
): CreatedMandateResponse {
  const body = mandateBody(mandate, parties);
  return { ...body, sender: { ...body.sender, email: parties.email } };
}

/** The state of a mandate, for the service that changed it. */
export function statusBody(mandate: MandateSnapshot): MandateStatusAnswer {
  const { mandateId, paymentMethodId, status } = mandate;
  return { mandate_id: mandateId, payment_method_id: paymentMethodId, status };
}

/** A mandate for the service that keeps its people and accounts itself. */
export function mandateRecord(
  mandate: MandateSnapshot,
  submission: SubmissionSnapshot | null,
): MandateRecord {
  const { failure } = mandate;
  return {
    ...statusBody(mandate),
    live: mandate.live,
    created_at: mandate.createdAt.toISOString(),
    updated_at: mandate.updatedAt.toISOString(),
    user_id: mandate.userId,
    sender_type: mandate.senderType,
    recipient_account_id: mandate.recipientAccountId,
    sender_account_id: mandate.senderAccountId ?? undefined,
    institution_id: mandate.institutionId ?? undefined,
    payment_link_id: mandate.paymentLinkId ?? undefined,
    mandate_details: detailsOf(mandate, {}),
    metadata: mandate.metadata ?? undefined,
    error: failure ? embeddedError(failure.code, failure.explanation) : undefined,
    integration_metadata: submission?.integrationMetadata ?? undefined,
  };
}

/** The limits and days; the collecting entity is the recipient's. */
function detailsOf(
  mandate: MandateSnapshot,
  parties: Pick<MandateParties, 'collection_entity_name'>,
): MandateDetails {
  return {
    currency: mandate.currency,
    collection_entity_name: parties.collection_entity_name,
    dda_reference: mandate.ddaReference ?? undefined,
    description: mandate.description ?? undefined,
    start_date: mandate.startDate,
    end_date: mandate.endDate ?? undefined,
    mandate_bank_reference: mandate.bankReference ?? undefined,
    payment_schedule: mandate.paymentSchedule ?? undefined,
    transaction_limits: limitsBody(mandate),
  };
}

/** Without limits of the customer app, the payer's own limit is the most that a bank permits. */
function limitsBody(mandate: MandateSnapshot): TransactionLimits | undefined {
  const most = mandate.maxTransactionAmount ?? mandate.payerMaxAmount;
  if (most === null) return undefined;
  return {
    max_transaction_amount: most,
    max_transaction_amount_set_by_payer_initial: mandate.payerMaxAmount ?? undefined,
    max_period_amount: mandate.maxPeriodAmount ?? undefined,
    max_period_count: mandate.maxPeriodCount ?? undefined,
    period: mandate.period ?? undefined,
  };
}

/** The reader of account numbers in plain text. */
interface PlaintextReader {
  readonly customerAppId: CustomerAppId;
  readonly clientId: string;
  readonly tokenId: string;
  readonly requestId: string;
  readonly clientAddress: string | null;
}

/** Names mandates by one of three. */
type MandateNames =
  | { readonly mandateIds: readonly string[] }
  | { readonly paymentMethodIds: readonly string[] }
  | { readonly userId: string };

interface NamedMandate {
  readonly mandate: MandateSnapshot;
  /** Null for a mandate that never went to a bank. */
  readonly submission: SubmissionSnapshot | null;
}

type Counted = Awaited<ReturnType<typeof mandates.counted>>;

/**
 * Finds mandates without an authorization by the payer: only the app's statement authorized them.
 */
const DECIDED = byKey(`
  SELECT command = 'authorize' AS consented FROM mandate_state_changes c
  WHERE customer_app_id = $1 AND mandate_id = $2 AND from_status = 'AUTHORIZATION_REQUIRED'
    AND (command = 'declineConsent' OR command = 'authorize' AND EXISTS (
      SELECT FROM mandate_consents e
      WHERE e.customer_app_id = c.customer_app_id AND e.mandate_id = c.mandate_id
        AND e.given_through = 'CUSTOMER_APP'))`);

/** Mandates as the interface and other services show them. */
@Injectable()
export class MandatesReads {
  constructor(
    private readonly db: Transactions,
    private readonly parties: PartiesService,
  ) {}

  /** Throws MANDATE_NOT_FOUND. */
  async get(app: CustomerAppId, rawMandateId: string): Promise<MandateResponse> {
    const mandateId = parseMandateId(rawMandateId);
    const found = await this.db.forApp(app, (tx) => mandates.find(tx, { mandateId }), {
      readOnly: true,
    });
    if (!found) throw mandateNotFound();
    const [parties] = await this.parties.of(app, [found]);
    if (!parties) throw mandateNotFound();
    return mandateBody(found, parties);
  }

  /** Newest first, with the number of all that match. */
  async list(app: CustomerAppId, query: ListMandatesQuery): Promise<ListMandatesResponse> {
    const found = await this.db.forApp(
      app,
      (tx) => mandates.counted(tx, filtersOf(query), rangeOf(query)),
      { readOnly: true },
    );
    return pageBody(found, await this.parties.of(app, found.rows), query);
  }

  /** With holders and account numbers; every read is recorded before its answer. */
  async listInPlaintext(
    reader: PlaintextReader,
    query: ListMandatesQuery,
  ): Promise<ListMandatesResponse> {
    const { customerAppId } = reader;
    const filters = filtersOf(query);
    const found = await this.db.forApp(customerAppId, async (tx) => {
      const page = await mandates.counted(tx, filters, rangeOf(query));
      const batch = new WriteBatch();
      sensitiveMandateReads.insert(batch, {
        ...reader,
        readId: newId<Id<'SensitiveRead'>>(tx.systemNow),
        filters,
        mandateIds: page.rows.map(({ mandateId }) => mandateId),
        readAt: tx.systemNow,
      });
      tx.write(batch);
      return page;
    });
    const parties = await this.parties.of(customerAppId, found.rows, { plaintext: true });
    return pageBody(found, parties, query);
  }

  /** Many mandates at once, for payment methods that are shown with them. */
  read(asked: ReadMandatesRequest): Promise<ReadMandatesResponse> {
    const work = async (tx: AppTx) => {
      const found = await this.named(tx, namesIn(asked));
      return {
        mandates: found.map(({ mandate, submission }) => mandateRecord(mandate, submission)),
      };
    };
    return this.db.forApp(asked.customer_app_id as CustomerAppId, work, { readOnly: true });
  }

  /** Those that exist, newest first. */
  async named(tx: AppTx, names: MandateNames): Promise<NamedMandate[]> {
    const [column, values] = columnOf(names);
    const rows = await tx.query<{ row: unknown; submission: unknown }>(
      byKey(`SELECT to_jsonb(m) AS row, to_jsonb(s) AS submission
       FROM mandates m LEFT JOIN mandate_submissions s USING (customer_app_id, mandate_id)
       WHERE m.customer_app_id = $1 AND m.${column} = ANY ($2)
       ORDER BY m.created_at DESC, m.mandate_id DESC`),
      [tx.customerApp.id, values],
    );
    return rows.map(({ row, submission }) => ({
      mandate: mandates.from(row),
      submission: submission ? submissions.from(submission) : null,
    }));
  }

  /**
   * The customer app's own statement for a payer: true for a consent, false for a refusal, null when
   * it made none.
   */
  async stated(tx: AppTx, mandateId: MandateId): Promise<boolean | null> {
    const [row] = await tx.query<{ consented: boolean }>(DECIDED, [tx.customerApp.id, mandateId]);
    return row?.consented ?? null;
  }
}

function namesIn(asked: ReadMandatesRequest): MandateNames {
  if (asked.user_id !== undefined) return { userId: asked.user_id };
  if (asked.mandate_ids) return { mandateIds: asked.mandate_ids };
  return { paymentMethodIds: asked.payment_method_ids ?? [] };
}

function columnOf(names: MandateNames): [string, readonly string[]] {
  if ('mandateIds' in names) return ['mandate_id', names.mandateIds];
  if ('userId' in names) return ['user_id', [names.userId]];
  return ['payment_method_id', names.paymentMethodIds];
}

function filtersOf(query: ListMandatesQuery) {
  return {
    dateFrom: query.date_from ?? null,
    dateTo: query.date_to ?? null,
    status: query.statuses ?? [],
    senderType: query.sender_type ?? null,
    userId: query.user_id ?? null,
    institutionId: query.institution_id ?? null,
  };
}

function pageBody(
  found: Counted,
  parties: readonly MandateParties[],
  query: ListMandatesQuery,
): ListMandatesResponse {
  const rows = found.rows.flatMap((mandate, index) => {
    const part = parties[index];
    const { mandateId: id, createdAt: created_at } = mandate;
    return part ? [{ id, created_at, body: mandateBody(mandate, part) }] : [];
  });
  const page = pageOf(rows, found.total, query);
  return {
    mandates: page.rows.map(({ body }) => body),
    total_mandates: page.total,
    next_cursor: page.next_cursor,
  };
}
