import { TextField, TextListField } from '../../fields/index.js';

/** The text that the payer agrees to; the page shows it unchanged. */
export class MandateConsentText {
  @TextField({ description: 'Version of the wording.', example: 'mandate-1' })
  version: string;

  @TextField({ description: 'BCP 47 tag of the language that it is in.', example: 'zh-Hant' })
  language: string;

  @TextListField({ description: 'One statement each, in order.' })
  statements: string[];

  @TextField({ description: 'The statements, joined by line feeds: what is recorded.' })
  text: string;

  @TextField({ description: 'Of the text in UTF-8, hexadecimal.' })
  sha256: string;
}
