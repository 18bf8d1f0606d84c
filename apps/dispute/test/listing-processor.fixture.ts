import type { RawCallBack, ReadCallBacks } from '@towpath/http';
import { DomainError, type CustomerAppId } from '@towpath/kernel';
import type { DisputeReport, ReportedDispute } from '../src/disputes/dispute.table.js';
import {
  DisputeProcessor,
  type DisputeReference,
  type ListedAccounts,
  type VerifiedNotification,
} from '../src/processors/ports.js';

/** One notification of a dispute. */
export interface Notice {
  readonly eventId: string;
  readonly processorReference: string;
  readonly customerAppId: CustomerAppId | null;
  readonly gatewayReference: string | null;
  readonly gatewayAccount?: string;
  readonly paymentId?: string;
  readonly position?: number;
  readonly status?: DisputeReport['status'];
}

export const LISTING_SECRET = 'the-secret-of-the-listing-processor';
export const LISTING_ANSWER = '[accepted]';

/** A second processor of `GW1`, which sends several notifications in one body. */
export class ListingProcessor extends DisputeProcessor {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW1';
  override readonly connector = 'listing';
  /** Disputes that it was asked to accept. */
  readonly accepted: string[] = [];
  private readonly notices = new Map<string, Notice>();

  override readCallBacks(raw: RawCallBack, endpointId: string | null) {
    return new Promise<ReadCallBacks<VerifiedNotification>>((resolve) => {
      const isSigned = raw.headers['x-secret'] === LISTING_SECRET;
      if (!isSigned || (endpointId ?? 'acct-1') !== 'acct-1') {
        throw new DomainError('UNAUTHORIZED', 'Nobody who knows the secret sends this.');
      }
      const { items } = JSON.parse(raw.body.toString('utf8')) as { readonly items: Notice[] };
      const events = items.map((item) => {
        this.notices.set(item.processorReference, item);
        const { eventId, customerAppId, gatewayReference, gatewayAccount = null } = item;
        const named = { customerAppId, gatewayReference, gatewayAccount };
        return { eventId, ...named, body: JSON.stringify(item) };
      });
      resolve({ events, answer: LISTING_ANSWER });
    });
  }

  override read(body: string): ReportedDispute {
    return reported(JSON.parse(body) as Notice);
  }

  override find({ processorReference }: DisputeReference): Promise<ReportedDispute | null> {
    const notice = this.notices.get(processorReference);
    return Promise.resolve(notice ? reported(notice) : null);
  }

  override accept({ processorReference }: DisputeReference): Promise<ReportedDispute> {
    this.accepted.push(processorReference);
    const notice = this.notices.get(processorReference);
    if (!notice) return Promise.reject(new Error('this dispute is unknown'));
    return Promise.resolve(reported({ ...notice, position: 2, status: 'ACCEPTED' }));
  }

  override submitEvidence(): Promise<ReportedDispute> {
    return Promise.reject(new Error('this processor takes no evidence'));
  }

  override async *listOpen({ customerAppId }: ListedAccounts): AsyncIterable<ReportedDispute> {
    const open = [...this.notices.values()].filter((each) => each.customerAppId === customerAppId);
    yield* await Promise.resolve(open.map(reported));
  }
}

function reported(notice: Notice): ReportedDispute {
  const { processorReference, customerAppId, gatewayReference } = notice;
  const { paymentId = null, position = 1, status = 'ACTION_REQUIRED' } = notice;
  return {
    processorReference,
    customerAppId,
    paymentId,
    gatewayReference,
    report: {
      position,
      round: 1,
      status,
      eventName: 'CHARGEBACK',
      amount: 12_500,
      currency: 'HKD',
      feeAmount: 1_500,
      isDefendable: true,
      isAutoDefended: false,
      defensePeriodDeadline: null,
      arn: null,
      code: null,
      reason: null,
      processorStatus: 'open',
      merchantReference: null,
      paymentReference: null,
      cardBrand: null,
      issuerComments: null,
    },
  };
}
