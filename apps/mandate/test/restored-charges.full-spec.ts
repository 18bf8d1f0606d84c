import { jest } from '@jest/globals';
import { runGatewayCli, sharedSystem, StartError } from '@towpath/local-system';
import { BankBooks, DeafServer } from './bank-books.fixture.js';
import { DirectDebitShop } from './direct-debit-shop.fixture.js';

jest.setTimeout(240_000);

let deaf: DeafServer;
beforeAll(async () => {
  deaf = await DeafServer.start();
});
afterAll(() => deaf?.stop());

describe('the command "restore resolve"', () => {
  it('names a charge of the bank that the restored books lack, and sends it back once', async () => {
    const system = await sharedSystem();
    const shop = await DirectDebitShop.open(system);
    const books = new BankBooks(shop, deaf.url);
    const { mandate } = await books.paid('8904');
    const since = new Date().toISOString();
    const paymentId = await books.collectUnordered(mandate);
    const resolve = (...options: string[]) =>
      runGatewayCli(system, ['restore', 'resolve', '--since', since, ...books.ofShop, ...options]);
    await expect(resolve()).rejects.toBeInstanceOf(StartError);
    const unknown = { reference: paymentId, amount: 700, given_back: 'REFUNDED' };
    expect(await resolve('--give-back')).toMatchObject({ unasked: 0, unknown: [unknown] });
    expect(await resolve('--give-back')).toMatchObject({ unknown: [] });
    expect(await books.statementOf(paymentId)).toEqual(['CRDT 700', 'DBIT 700']);
    expect(await books.brief()).toEqual([]);
  });
});
