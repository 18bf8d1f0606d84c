import { TextField, TextListField } from '../../fields/index.js';

/** The text that the payer agrees to; the page shows it unchanged. */
export class MandateConsentText {
  @TextField('Version of the wording.', { example: 'mandate-1' }) version: string;
  @TextField('Language of the text, as a BCP 47 tag.', { example: 'zh-Hant' }) language: string;
  @TextListField('Statements of the text, in order.') statements: string[];
  @TextField('Statements joined by line feeds. We record the hash of this text.') text: string;
  @TextField('SHA-256 of the text in UTF-8, hexadecimal.') sha256: string;
}
