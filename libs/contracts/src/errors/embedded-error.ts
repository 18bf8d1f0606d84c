import { EnumField, TextField } from '../fields/index.js';
import type { EmbeddedErrorBody } from './envelope.js';

/** The `error` member of a failed resource, its events and its webhooks. */
export class EmbeddedError implements EmbeddedErrorBody {
  @EnumField(['LINK_ERROR', 'API_ERROR'], { description: 'Kind of error.' })
  type: EmbeddedErrorBody['type'];

  @TextField({ description: 'A code of the error catalogue.' })
  error_code: string;

  @TextField({ description: 'Constant text of the code.' })
  message: string;

  @TextField({ description: 'What is particular to this failure.' })
  details: string;
}
