import {
  AmountField,
  BooleanField,
  CsvField,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  MetadataField,
  ObjectField,
  ObjectListField,
  oneOf,
  TextField,
} from '../../fields/index.js';
import {
  DISPUTE_STATUSES,
  EVIDENCE_MEDIA_TYPES,
  TEST_DISPUTE_EVENTS,
  type DisputeStatus,
  type EvidenceMediaType,
  type TestDisputeEvent,
} from '../../states/index.js';
import { PageQuery, PageResponse } from '../shared/page.dto.js';

export class DisputedCard {
  @TextField({ optional: true, description: 'Brand of the card.', example: 'Visa' })
  brand?: string;
}

/** A payment that a card holder contests. */
export class DisputeResponse {
  @IdField({ description: 'Dispute ID.' })
  dispute_id: string;

  @EnumField(DISPUTE_STATUSES, { description: 'Where the dispute stands.' })
  dispute_status: DisputeStatus;

  @AmountField({ description: 'Disputed minor units.', example: 12500 })
  amount: number;

  @CurrencyField()
  currency: string;

  @IdField({ optional: true, description: 'The payment in dispute.' })
  payment_id?: string;

  @TextField({ optional: true, description: "The scheme's reference of the charge." })
  arn?: string;

  @ObjectField(() => DisputedCard, { optional: true, description: 'The card that paid.' })
  card_details?: DisputedCard;

  @InstantField({ optional: true, description: 'When it arrived.' })
  created_at?: string;

  @InstantField({ optional: true, description: 'When it last changed.' })
  updated_at?: string;

  @InstantField({ optional: true, nullable: true, description: 'Until when it can be defended.' })
  defense_period_deadline?: string | null;

  @BooleanField({ optional: true, nullable: true, description: 'The processor defends it.' })
  is_auto_defended?: boolean | null;

  @BooleanField({ optional: true, nullable: true, description: 'Whether evidence is taken.' })
  is_defendable?: boolean | null;

  @TextField({ optional: true, description: "The processor's last event.", example: 'CHARGEBACK' })
  last_event_name?: string;

  @TextField({ optional: true, description: 'The processor.', example: 'GW1' })
  payment_processor?: string;

  @TextField({ optional: true, description: "The scheme's reason code.", example: '10.4' })
  payment_processor_dispute_code?: string;

  @TextField({ optional: true, description: 'The reason in words.' })
  payment_processor_dispute_reason?: string;

  @TextField({ optional: true, description: "The processor's ID of the dispute." })
  payment_processor_dispute_reference?: string;

  @TextField({ optional: true, description: "The status in the processor's own words." })
  payment_processor_dispute_status?: string;

  @TextField({ optional: true, description: 'Our reference of the charge at the processor.' })
  payment_processor_merchant_reference?: string;

  @TextField({ optional: true, description: "The processor's reference of the charge." })
  payment_processor_payment_reference?: string;

  @TextField({ optional: true, description: "The customer app's reference of the payment." })
  payment_reference?: string;

  @MetadataField({ optional: true, description: 'What the issuer wrote.' })
  issuer_comments?: Record<string, string>;
}

/** A file that was added to defend a dispute. */
export class DisputeEvidence {
  @IdField({ description: 'Evidence ID.' })
  evidence_id: string;

  @IntegerField({ min: 1, description: 'The chargeback it answers: 2 for a second one.' })
  round: number;

  @TextField({ optional: true, description: 'Absent once the payer was erased.' })
  file_name?: string;

  @EnumField(EVIDENCE_MEDIA_TYPES, { description: 'By its content.' })
  media_type: EvidenceMediaType;

  @IntegerField({ min: 1, description: 'Bytes.' })
  size: number;

  @InstantField({ description: 'When it was added.' })
  added_at: string;
}

/** A dispute with its evidence. */
export class DisputeDetailResponse extends DisputeResponse {
  @ObjectListField(() => DisputeEvidence, { description: 'Oldest first.' })
  evidence: DisputeEvidence[];
}

/** One change of a dispute, or a reminder, which changes no status. */
export class DisputeHistoryEntry {
  @EnumField(DISPUTE_STATUSES, { nullable: true, description: 'Null when it arrived.' })
  previous_status: DisputeStatus | null;

  @EnumField(DISPUTE_STATUSES, { description: 'Status from then on.' })
  dispute_status: DisputeStatus;

  @InstantField({ description: 'When.' })
  changed_at: string;

  @TextField({ optional: true, description: 'Why.', example: 'the processor reports WON' })
  reason?: string;
}

export class DisputeHistoryResponse {
  @IdField({ description: 'Dispute ID.' })
  dispute_id: string;

  @ObjectListField(() => DisputeHistoryEntry, { description: 'Oldest first.' })
  status_history: DisputeHistoryEntry[];
}

export class ListDisputesQuery extends PageQuery {
  @DateField({ optional: true, description: 'Updated on this day or later, UTC.' })
  date_from?: string;

  @DateField({ optional: true, description: 'Updated on this day or earlier, UTC.' })
  date_to?: string;

  @CsvField(oneOf(DISPUTE_STATUSES), { optional: true, description: 'Any of these statuses.' })
  statuses?: DisputeStatus[];
}

export class ListDisputesResponse extends PageResponse {
  @ObjectListField(() => DisputeResponse, { description: 'One page.' })
  disputes: DisputeResponse[];

  @IntegerField({ min: 0, description: 'How many match the filters.' })
  total_disputes: number;
}

export class CreateTestDisputeRequest {
  @IdField({
    description: 'An executed card payment of the test app.',
    example: '01JQ0000000000000000000PAY',
  })
  payment_id: string;

  @AmountField({ optional: true, min: 1, description: 'Minor units; the whole payment if absent.' })
  amount?: number;

  @BooleanField({ optional: true, description: 'Whether evidence is taken; true if absent.' })
  is_defendable?: boolean;
}

export class CreateTestDisputeEventRequest {
  @EnumField(TEST_DISPUTE_EVENTS, { description: 'What the processor reports next.' })
  event: TestDisputeEvent;
}
