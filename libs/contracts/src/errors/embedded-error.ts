import { EnumField, TextField } from '../fields/index.js';
import type { EmbeddedErrorBody } from './envelope.js';

/** The `error` member of a failed resource, its events and its webhooks. */
export class EmbeddedError implements EmbeddedErrorBody {
  @EnumField('Kind of error.', ['LINK_ERROR', 'API_ERROR']) type: EmbeddedErrorBody['type'];
  @TextField('Code of the error, from the error catalogue.') error_code: string;
  @TextField('Text of the error code; the same for every error with the code.') message: string;
  @TextField('Details of this failure.') details: string;
}
