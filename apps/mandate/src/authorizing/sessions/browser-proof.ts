import { Injectable } from '@nestjs/common';
import { BrowserProofs } from '@towpath/service';
import { PublicAddresses, type MandateSessionId } from './ports.js';
import { SignedText } from './signed-text.js';

/** The cookie of a session whose payer goes to a bank. */
@Injectable()
export class BrowserProof extends BrowserProofs<MandateSessionId> {
  constructor(signed: SignedText, { pagesUrl }: PublicAddresses) {
    super(signed, pagesUrl);
  }
}
