import { field } from '../../fields/index.js';

/** The text that the payer agrees to; the page shows it unchanged. */
export class MandateConsentText {
  @field.text('Version of the wording.', { example: 'mandate-1' }) version: string;
  @field.text('Language of the text, as a BCP 47 tag.', { example: 'zh-Hant' }) language: string;
  @field.textList('Statements of the text, in order.') statements: string[];
  @field.text('Statements joined by line feeds. We record the hash of this text.') text: string;
  @field.text('SHA-256 of the text in UTF-8, hexadecimal.') sha256: string;
}
