import { Injectable } from '@nestjs/common';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
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

/** The open disputes of an app compared with those of its processors; nothing is changed. */
@Injectable()
export class ReconciliationReads {
  constructor(
    private readonly db: Transactions,
    private readonly disputes: DisputesReads,
    private readonly processors: ProcessorRegistry,
    private readonly payments: PaymentDirectory,
  ) {}

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
      differences.push(...(await this.compareAt(processor, app, ours)));
    }
    return { differences };
  }

  private async compareAt(
    processor: DisputeProcessor,
    app: CustomerAppId,
    ours: readonly DisputeSnapshot[],
  ): Promise<DisputeDifferenceResponse[]> {
    const { integrationId, connector } = processor;
    const left = new Map(ours.map((each) => [each.processorReference, each]));
    const found: (DisputeDifferenceResponse | null)[] = [];
    const gatewayAccounts = await this.accountsAt(processor, app, ours);
    try {
      for await (const theirs of processor.listOpen({ customerAppId: app, gatewayAccounts })) {
        const { processorReference } = theirs;
        // It may be decided here, or not be here.
        const known =
          left.get(processorReference) ??
          (await this.disputes.find(app, { integrationId, connector, processorReference }));
        left.delete(processorReference);
        found.push(differenceOf(integrationId, { ours: known, theirs }));
      }
      for (const dispute of left.values()) {
        const theirs = await processor.find(dispute);
        found.push(differenceOf(integrationId, { ours: dispute, theirs }));
      }
    } catch (error) {
      if (!(error instanceof ProcessorUnavailable)) throw error;
      throw new DomainError('SERVICE_UNAVAILABLE', `${integrationId} does not answer.`);
    }
    return found.filter((each) => each !== null);
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
  integrationId: string,
  { ours, theirs }: Sides,
): DisputeDifferenceResponse | null {
  const kind = kindOf({ ours, theirs });
  return (
    kind && {
      kind,
      integration_id: integrationId,
      processor_reference: theirs?.processorReference ?? ours?.processorReference ?? '',
      dispute_id: ours?.disputeId,
      payment_id: ours?.paymentId ?? theirs?.paymentId ?? '',
      ours: ours ? { ...sideOf(ours), status: ours.status } : undefined,
      theirs: theirs ? sideOf(theirs) : undefined,
    }
  );
}

function kindOf({ ours, theirs }: Sides): DisputeDifferenceKind | null {
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
