import { DltMistake, dltRequest } from './dlt-request.js';

describe('dltRequest', () => {
  it.each([
    ['', { command: { name: 'help' }, service: undefined }],
    ['help', { command: { name: 'help' }, service: undefined }],
    ['list --service mandate', { command: { name: 'list' }, service: 'mandate' }],
    ['list --after X', { command: { name: 'list', after: 'X' } }],
    ['show X', { command: { name: 'show', id: 'X' } }],
    ['replay X', { command: { name: 'replay', selection: { id: 'X' } } }],
    ['replay --all', { command: { name: 'replay', selection: 'all' } }],
    ['replay --topic T --key K', { command: { selection: { topic: 'T', key: 'K' } } }],
    ['discard X --reason seen', { command: { name: 'discard', id: 'X', reason: 'seen' } }],
  ])('accepts "%s"', (words, expected) => {
    expect(dltRequest(words.split(' ').filter(Boolean))).toMatchObject(expected);
  });

  it.each([
    ['remove X', 'There is no command "remove"'],
    ['list --everything', '--everything'],
    ['list --service nobody', 'There is no service "nobody"'],
    ['show', 'show takes the ID'],
    ['show X Y', 'One ID at a time'],
    ['replay', 'replay takes an ID'],
    ['replay X --all', 'replay takes an ID'],
    ['replay --topic T', '--topic and --key together'],
    ['discard X', 'discard takes --reason'],
    ['discard --reason seen', 'discard takes the ID'],
  ])('explains what is wrong with "%s"', (words, sentence) => {
    const ask = () => dltRequest(words.split(' '));
    expect(ask).toThrow(DltMistake);
    expect(ask).toThrow(sentence);
  });
});
