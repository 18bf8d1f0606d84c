import { Injectable } from '@nestjs/common';
import { SignedUrls } from '@towpath/http';
import { DomainError, isCurrency, parseId, type CustomerAppId } from '@towpath/kernel';
import { STATEMENT_FORMATS, type StatementFormatName } from './domain/statement-line.js';
import { dayOfWord, wordOfDay } from './domain/statement-period.js';
import type { StatementScope } from './ports.js';

/** The balance statement of a signed address. */
export interface StatementAddress extends StatementScope {
  readonly customerAppId: CustomerAppId;
  readonly format: StatementFormatName;
}

const LEDGER_STATEMENTS = { purpose: 'ledger statement', route: 'ledger/files' };
const CURRENCY_LENGTH = 3;

/** Addresses of balance statements. They hold what to write: no file is kept. */
@Injectable()
export class StatementAddresses {
  constructor(private readonly urls: SignedUrls) {}

  url({ customerAppId, dateFrom, dateTo, currencies, format }: StatementAddress): string {
    const days = [wordOfDay(dateFrom), wordOfDay(dateTo)];
    const words = [customerAppId, ...days, [...new Set(currencies)].join(''), format];
    return this.urls.link(LEDGER_STATEMENTS, words).url;
  }

  /** Throws STATEMENT_NOT_FOUND for an address that we did not write, or that has ended. */
  open(token: string): StatementAddress {
    const [app, from, to, currencies = '', format] = this.urls.open(LEDGER_STATEMENTS, token) ?? [];
    const customerAppId = parseId<CustomerAppId>(app);
    const dateFrom = dayOfWord(from);
    const dateTo = dayOfWord(to);
    const known = STATEMENT_FORMATS.find((name) => name === format);
    if (!customerAppId || dateFrom === undefined || dateTo === undefined || !known) {
      throw new DomainError('STATEMENT_NOT_FOUND', 'The link is not valid, or it has ended.');
    }
    const codes = currencies.match(new RegExp(`.{${CURRENCY_LENGTH}}`, 'gu')) ?? [];
    return {
      customerAppId,
      dateFrom,
      dateTo,
      currencies: codes.filter((code) => isCurrency(code)),
      format: known,
    };
  }
}
