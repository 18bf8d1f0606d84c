import { Injectable } from '@nestjs/common';
import { ConnectedBanks } from '../../banks/institution-connections/connected-banks.js';
import { BankPages, type BankWay, type Traveller } from './bank-pages.js';

/** Banks that users log in at, with the ways to their pages. */
@Injectable()
export class LoginBanks extends ConnectedBanks {
  wayOf(login: Traveller): BankWay {
    return this.modules.get(BankPages, { strict: false }).wayOf(login);
  }
}
