import { CallbackSigner } from '../../base/callbacks/callback-signer.js';
import type { BANK } from '../../base/parties/gateways.js';
import type { BankNotice } from './bank-notice.js';

/** How the simulated bank writes and signs its call-backs. */
export abstract class BankProtocol extends CallbackSigner {
  abstract override readonly gateway: typeof BANK;
  abstract noticeBody(notice: BankNotice): object;
}
