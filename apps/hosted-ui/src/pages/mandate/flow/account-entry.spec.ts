import { accountEntry, accountFaults, lastFour } from './account-entry.js';

const faultsOf = (holder: string, number: string) =>
  accountFaults(accountEntry({ holder, number }));

describe('an account that a payer types', () => {
  it.each([
    ['012-345678-833', '012345678833'],
    [' 0123 4567 8833 ', '0123456788'.concat('33')],
    ['０１２３４５', '012345'],
    ['٠١٢-٣٤٥', '012345'],
    ['۰۱۲۳۴۵', '012345'],
    ['gb29 nwbk 6016', 'GB29NWBK6016'],
    ['012.345–678', '012345678'],
  ])('typed as %s has the number %s', (typed, number) => {
    expect(accountEntry({ holder: 'A', number: typed }).number).toBe(number);
  });

  it('keeps one space between the words of the holder name', () => {
    expect(accountEntry({ holder: '  Chan   Tai Man ', number: '1' }).holder).toBe('Chan Tai Man');
  });

  it.each([
    ['Chan Tai Man', '0123', []],
    ['陳大文', '012-345-678', []],
    ['', '0123', ['holder']],
    ['   ', '', ['holder', 'number']],
    ['Chan', '123', ['number']],
    ['Chan', '0123#', ['number']],
    ['Chan', '1'.repeat(35), ['number']],
    ['n'.repeat(141), '0123', ['holder']],
  ])('with the holder %j and the number %j has the faults %j', (holder, number, faults) => {
    expect(faultsOf(holder, number)).toEqual(faults);
  });

  it('is shown by its last four characters', () => {
    expect(lastFour('012345678')).toBe('5678');
  });
});
