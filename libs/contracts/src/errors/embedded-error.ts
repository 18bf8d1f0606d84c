import { field } from '../fields/index.js';
import type { EmbeddedErrorBody } from './envelope.js';

/** The `error` member of a failed resource, its events and its webhooks. */
export class EmbeddedError implements EmbeddedErrorBody {
  @field.enum('Kind of error.', ['LINK_ERROR', 'API_ERROR']) type: EmbeddedErrorBody['type'];
  @field.text('Code of the error, from the error catalogue.') error_code: string;
  @field.text('Text of the error code; the same for every error with the code.') message: string;
  @field.text('Details of this failure.') details: string;
}
