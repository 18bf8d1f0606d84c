import { BooleanField, EnumField, field, IsListOf, TextField } from '@towpath/contracts';
import { FormField, MinorUnitsField, ReferenceField } from '../../base/http/fields.js';

/** SHA-256 in hex. */
const DIGEST = { form: /^[0-9a-f]{64}$/u, must: 'must be a SHA-256 digest in hex' };

export class OpenDisputeDto {
  @ReferenceField() customer_app_id: string;
  @ReferenceField() payment_id: string;
  /** Minor units; the whole payment when absent. */
  @MinorUnitsField({ optional: true }) amount?: number;
  @BooleanField({ optional: true }) is_defendable?: boolean;
}

export class DisputeEventDto {
  @EnumField(['WON', 'LOST', 'ACCEPTED', 'SECOND_CHARGEBACK']) event: string;
}

export class EvidenceDto {
  /** Names what was sent, so that a repeat is known. */
  @FormField(DIGEST) digest: string;
  /** Documents that were uploaded before. */
  @DigestsField() documents?: string[];
}

export class OpenDisputesQueryDto {
  @ReferenceField() customer_app_id: string;
  @TextField({ optional: true, max: 100 }) after?: string;
}

function DigestsField() {
  const item = (value: unknown) => typeof value === 'string' && DIGEST.form.test(value);
  const rule = { items: 'SHA-256 digests in hex', max: 100, item };
  return field([{ optional: true }], {
    shape: { schema: { type: 'array' } },
    decorators: [IsListOf(rule)],
  });
}
