import { TextField } from '@towpath/contracts';

/** An operator's order, over the internal port. */
export class DistrustKeyRequest {
  @TextField({ min: 1, max: 100, description: 'kid of the key.' })
  key_id: string;

  @TextField({ min: 1, max: 100, description: 'Who orders it.' })
  actor: string;

  @TextField({ optional: true, min: 1, max: 500, description: 'Why.' })
  reason?: string;
}
