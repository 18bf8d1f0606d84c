import { holdConversation, type Conversation } from './hold-conversation.js';

class Silence extends Error {}

let said: string[];
let lines: { level: string; fields: object; message: string }[];

beforeEach(() => {
  said = [];
  lines = [];
});

function conversation(answers: readonly (string | Error | undefined)[], next: (string | null)[]) {
  const log = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  const given = [...answers];
  return {
    about: { reference: 'PAY1' },
    log: { warn: log('warn'), error: log('error') },
    mostCalls: 3,
    nameOf: (call: string) => call,
    ask: (call: string) => {
      said.push(`ask ${call}`);
      const answer = given.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    isSilence: (error: unknown) => error instanceof Silence,
    record: (answer: string) => {
      said.push(`record ${answer}`);
      return Promise.resolve(next.shift() ?? null);
    },
  } satisfies Conversation<string, string>;
}

describe('a conversation', () => {
  it('asks, records and asks again until no question is left', async () => {
    await holdConversation('FIND', conversation(['NOT_SEEN', 'PENDING'], ['SEND', null]));
    expect(said).toEqual(['ask FIND', 'record NOT_SEEN', 'ask SEND', 'record PENDING']);
    expect(lines).toEqual([]);
  });

  it('asks nothing without a first call', async () => {
    await holdConversation(null, conversation([], []));
    expect(said).toEqual([]);
  });

  it('treats silence as no outcome, and reports it', async () => {
    const silence = new Silence('no answer');
    await holdConversation('SEND', conversation([silence], ['SEND']));
    expect(said).toEqual(['ask SEND']);
    const fields = { reference: 'PAY1', error: silence, ask: 'SEND' };
    expect(lines).toEqual([{ level: 'warn', fields, message: 'outcome unknown' }]);
  });

  it('rethrows any other error', async () => {
    const error = new Error('a bug');
    await expect(holdConversation('SEND', conversation([error], []))).rejects.toBe(error);
    expect(lines).toEqual([]);
  });

  it('ends when no question is left', async () => {
    await holdConversation('SEND', conversation([undefined], ['SEND']));
    expect(said).toEqual(['ask SEND']);
  });

  it('ends when the other side contradicts itself', async () => {
    await holdConversation('A', conversation(['1', '2', '3', '4'], ['B', 'C', 'D', 'E']));
    expect(said.filter((word) => word.startsWith('ask'))).toHaveLength(3);
    expect(lines).toMatchObject([{ level: 'error', fields: { reference: 'PAY1', ask: 'D' } }]);
  });
});
