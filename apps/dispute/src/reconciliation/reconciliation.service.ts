import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import {
  ComparedAgain,
  connectorAt,
  KeptDifferences,
  placeOf,
  type Difference,
  type FoundDifference,
} from '@towpath/reconciliation';
import type { DisputeSnapshot, ReportedDispute } from '../disputes/dispute.table.js';
import { DisputesReads } from '../disputes/disputes.reads.js';
import { PaymentDirectory } from '../disputes/payment-directory.js';
import { ProcessorUnavailable, type DisputeProcessor } from '../processors/ports.js';
import { ProcessorRegistry } from '../processors/processor-registry.js';
import type {
  CompareDisputesResponse,
  DisputeDifferenceKind,
  DisputeDifferenceResponse,
} from './reconciliation.dto.js';

interface Sides {
  readonly ours: DisputeSnapshot | null;
  readonly theirs: ReportedDispute | null;
}

/** A dispute of either side, by the processor's reference. */
type ComparedDisputes = ReadonlyMap<string, Sides>;

/** All that is compared is a dispute. */
const SIDE = 'DISPUTE';
const PAGE = 1_000;

/**
 * The open disputes of an app compared with those of its processors. No dispute changes; what
 * differs is kept until both sides agree or an operator resolves it.
 */
@Injectable()
export class ReconciliationService extends ComparedAgain {
  constructor(
    private readonly db: Transactions,
    private readonly disputes: DisputesReads,
    private readonly processors: ProcessorRegistry,
    private readonly payments: PaymentDirectory,
    private readonly kept: KeptDifferences,
  ) {
    super();
  }

  async compare(app: CustomerAppId): Promise<CompareDisputesResponse> {
    const { appType, open } = await this.db.forApp(app, async (tx) => {
      const here = await this.disputes.open(tx);
      return { appType: tx.customerApp.type, open: here };
    });
    const differences: DisputeDifferenceResponse[] = [];
    for (const processor of this.processors.all()) {
      if (processor.appType !== appType) continue;
      const ours = open.filter(
        ({ integrationId, connector }) =>
          integrationId === processor.integrationId && connector === processor.connector,
      );
      const compared = await this.asked(processor, () => this.comparedAt(processor, app, ours));
      const kept = await this.keep(processor, app, compared);
      const left = kept.map((subject) => compared.get(subject) ?? { ours: null, theirs: null });
      differences.push(...left.flatMap((sides) => differenceOf(processor, sides) ?? []));
    }
    return { differences };
  }

  override async again(difference: Difference): Promise<FoundDifference | null> {
    const { customerAppId, subject } = difference;
    const processor = connectorAt(this.processors.all(), difference);
    const ours = await this.ours(processor, customerAppId, subject);
    const sides = await this.asked(processor, async () => {
      if (ours) return { ours, theirs: await processor.find(ours) };
      return (await this.comparedAt(processor, customerAppId, [])).get(subject);
    });
    // It ended there, and we never had it.
    if (!sides) return difference;
    return foundIn(sides).find(({ kind }) => kind === difference.kind) ?? null;
  }

  /** The references that differ, without those that an operator resolved. */
  private keep(
    processor: DisputeProcessor,
    app: CustomerAppId,
    compared: ComparedDisputes,
  ): Promise<string[]> {
    const key = { ...placeOf(processor), customerAppId: app };
    const sides = [...compared].map(([subject, each]) => ({ subject, found: foundIn(each) }));
    return this.db.forApp(app, async (tx) => {
      const open = await this.kept.keep(tx, key, { compared: sides, keeper: 'card processor' });
      return open.map(({ subject }) => subject);
    });
  }

  private async comparedAt(
    processor: DisputeProcessor,
    app: CustomerAppId,
    ours: readonly DisputeSnapshot[],
  ): Promise<ComparedDisputes> {
    const left = new Map(ours.map((each) => [each.processorReference, each]));
    const compared = new Map<string, Sides>();
    const gatewayAccounts = await this.accountsAt(processor, app, ours);
    for await (const theirs of processor.listOpen({ customerAppId: app, gatewayAccounts })) {
      const { processorReference } = theirs;
      // It may be decided here, or not be here.
      const known =
        left.get(processorReference) ?? (await this.ours(processor, app, processorReference));
      left.delete(processorReference);
      compared.set(processorReference, { ours: known, theirs });
    }
    const ended = await this.endedWithDifference(processor, app);
    for (const dispute of [...left.values(), ...ended]) {
      const { processorReference } = dispute;
      if (compared.has(processorReference)) continue;
      compared.set(processorReference, { ours: dispute, theirs: await processor.find(dispute) });
    }
    return compared;
  }

  /** Those that differed before: they may be decided on both sides by now. */
  private async endedWithDifference(
    processor: DisputeProcessor,
    app: CustomerAppId,
  ): Promise<DisputeSnapshot[]> {
    const key = { ...placeOf(processor), customerAppId: app };
    const references = await this.db.forApp(
      app,
      (tx) => this.kept.openSubjects(tx, key, { after: null, limit: PAGE }),
      { readOnly: true },
    );
    const found: DisputeSnapshot[] = [];
    for (const reference of references) {
      const known = await this.ours(processor, app, reference);
      if (known) found.push(known);
    }
    return found;
  }

  private ours(
    { integrationId, connector }: DisputeProcessor,
    app: CustomerAppId,
    processorReference: string,
  ): Promise<DisputeSnapshot | null> {
    return this.disputes.find(app, { integrationId, connector, processorReference });
  }

  private async asked<T>({ integrationId }: DisputeProcessor, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', `${integrationId} does not answer.`);
    }
  }

  /** The account of the key, and those that the app's payments or open disputes are in. */
  private async accountsAt(
    processor: DisputeProcessor,
    app: CustomerAppId,
    ours: readonly DisputeSnapshot[],
  ): Promise<(string | null)[]> {
    const named = processor.hasAccounts ? await this.payments.gatewayAccounts(app, processor) : [];
    return [...new Set([null, ...named, ...ours.map(({ gatewayAccount }) => gatewayAccount)])];
  }
}

/** Null where both agree. */
function differenceOf(
  { integrationId }: DisputeProcessor,
  { ours, theirs }: Sides,
): DisputeDifferenceResponse | null {
  const kind = kindOf({ ours, theirs });
  return (
    kind && {
      kind,
      integration_id: integrationId,
      processor_reference: referenceOf({ ours, theirs }),
      dispute_id: ours?.disputeId,
      payment_id: ours?.paymentId ?? theirs?.paymentId ?? '',
      ours: ours ? { ...sideOf(ours), status: ours.status } : undefined,
      theirs: theirs ? sideOf(theirs) : undefined,
    }
  );
}

function foundIn({ ours, theirs }: Sides): FoundDifference[] {
  const kind = kindOf({ ours, theirs });
  if (!kind) return [];
  const named = { entryId: referenceOf({ ours, theirs }), kind: SIDE };
  return [
    {
      side: SIDE,
      kind,
      ours: ours ? [{ ...sideOf(ours), status: ours.status }] : [],
      theirs: theirs ? [{ ...named, reference: theirs.paymentId ?? '', ...sideOf(theirs) }] : [],
    },
  ];
}

function referenceOf({ ours, theirs }: Sides): string {
  return theirs?.processorReference ?? ours?.processorReference ?? '';
}

function kindOf({ ours, theirs }: Sides): DisputeDifferenceKind | null {
  if (!ours && !theirs) return null;
  if (!theirs) return 'MISSING_THERE';
  if (!ours) return 'MISSING_HERE';
  // a deadline passes here, and processors do not report it
  const isLapsed = ours.status === 'UNDEFENDED' && theirs.report.status === 'ACTION_REQUIRED';
  if (ours.status !== theirs.report.status && !isLapsed) return 'STATUS';
  const isSame =
    ours.report.amount === theirs.report.amount && ours.report.currency === theirs.report.currency;
  return isSame ? null : 'SUM';
}

function sideOf({ report }: Pick<ReportedDispute, 'report'>) {
  const { status, amount, currency, position } = report;
  return { status, amount, currency, position };
}
