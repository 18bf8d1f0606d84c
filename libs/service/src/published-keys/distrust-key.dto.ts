import { field } from '@towpath/contracts';

/** An operator's order, over the internal port. */
export class DistrustKeyRequest {
  @field.text('kid of the key.', { min: 1, max: 100 }) key_id: string;
  @field.text('Who orders it.', { min: 1, max: 100 }) actor: string;
  @field.text('Why.', { optional: true, min: 1, max: 500 }) reason?: string;
}
