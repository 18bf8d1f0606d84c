import { TextField } from '@towpath/contracts';

/** An operator's order, over the internal port. */
export class DistrustKeyRequest {
  @TextField('kid of the key.', { min: 1, max: 100 }) key_id: string;
  @TextField('Who orders it.', { min: 1, max: 100 }) actor: string;
  @TextField('Why.', { optional: true, min: 1, max: 500 }) reason?: string;
}
