import type { GatewayStatus } from '@towpath/kernel';
import {
  CardGatewayConnector,
  NOT_SEEN,
  type CardAnswer,
  type CardReference,
  type CardRefund,
  type CardRefundAnswer,
  type GatewayNote,
} from './ports.js';

/** The verified notes of one authorization, in no order. */
export interface RememberedNotes {
  of(
    place: Pick<CardGatewayConnector, 'integrationId' | 'connector'>,
    key: CardReference,
  ): Promise<readonly GatewayNote[]>;
}

/** Of notes with one instant, the later one wins: gateways write whole seconds. */
const COURSE: readonly GatewayStatus[] = [
  'NOT_SEEN',
  'PENDING',
  'ACTION_REQUIRED',
  'AUTHORIZED',
  'DECLINED',
  'VOIDED',
  'CAPTURED',
  'CAPTURE_FAILED',
  'REFUNDED',
];
const REFUND_COURSE: readonly CardRefundAnswer['gatewayStatus'][] = [
  'PENDING',
  'REFUSED',
  'REFUNDED',
  'REVERSED',
];

/**
 * A gateway that answers no question about an authorization and only notifies. Its call-backs carry
 * notes, which are remembered once their signature is verified; `find` answers from them. Without a
 * note the gateway may still notify later: `NOT_SEEN` makes us send the same request under the same
 * reference again, which the gateway recognizes.
 */
export abstract class RememberingCardGateway extends CardGatewayConnector {
  protected constructor(private readonly notes: RememberedNotes) {
    super();
  }

  override async find(key: CardReference): Promise<CardAnswer> {
    const notes = await this.notes.of(this, key);
    const known = notes.filter((note) => note.about === 'CHARGE');
    const latest = latestOf(known, ({ answer }) => COURSE.indexOf(answer.gatewayStatus));
    return latest ? { ...NOT_SEEN, ...latest.answer } : NOT_SEEN;
  }

  override async findRefund(key: CardReference, refund: CardRefund): Promise<CardRefundAnswer> {
    const notes = await this.notes.of(this, key);
    const known = notes.filter(
      (note) => note.about === 'REFUND' && note.refundReference === refund.refundReference,
    );
    const latest = latestOf(known, ({ answer }) =>
      REFUND_COURSE.indexOf(answer.gatewayStatus as CardRefundAnswer['gatewayStatus']),
    );
    return latest?.about === 'REFUND' ? latest.answer : { gatewayStatus: 'PENDING' };
  }
}

function latestOf<Note extends GatewayNote>(
  notes: readonly Note[],
  place: (note: Note) => number,
): Note | undefined {
  return notes
    .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || place(a) - place(b))
    .at(-1);
}
