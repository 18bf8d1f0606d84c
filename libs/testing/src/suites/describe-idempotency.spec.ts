import { describeIdempotency } from './describe-idempotency.js';
import {
  IDEMPOTENCY_CHECKS,
  type IdempotentAnswer,
  type IdempotentOperation,
  type IdempotentRequest,
} from './idempotency-checks.js';

interface Stored {
  readonly body: string;
  readonly answer: IdempotentAnswer;
}

type Sender = (request: IdempotentRequest) => Promise<IdempotentAnswer>;

/** A well-behaved operation in memory; `bend` wraps or replaces how it answers. */
function operation(bend: (send: Sender, act: () => IdempotentAnswer) => Sender = (send) => send) {
  const stored = new Map<string, Stored>();
  let effects = 0;
  let bodies = 0;
  const act = (): IdempotentAnswer => {
    effects += 1;
    return { status: 200, text: `{"effect":${effects}}`, replayed: false };
  };
  const send: Sender = ({ key, body }) => Promise.resolve(answer(key, canonical(body)));
  const answer = (key: string | undefined, ...[body = '']: string[]): IdempotentAnswer => {
    if (key === undefined) return refused(400, 'IDEMPOTENCY_KEY_REQUIRED');
    if (key.length > 255) return refused(400, 'INVALID_REQUEST');
    const known = stored.get(key);
    if (known && known.body !== body) return refused(422, 'IDEMPOTENCY_KEY_REUSED');
    if (known) return { ...known.answer, replayed: true };
    const fresh = act();
    stored.set(key, { body, answer: fresh });
    return fresh;
  };
  const subject: IdempotentOperation = {
    required: true,
    send: bend(send, act),
    body: () => ({ number: (bodies += 1), name: 'a name' }),
    effects: () => Promise.resolve(effects),
  };
  return subject;
}

function canonical(body: string): string {
  return JSON.stringify(Object.entries(JSON.parse(body) as object).sort());
}

function refused(status: number, code: string): IdempotentAnswer {
  return { status, text: `{"code":"${code}"}`, replayed: false };
}

const good = operation();
describeIdempotency('an operation in memory', () => good);

describe('the idempotency suite reports', () => {
  const faultsOf = async (subject: IdempotentOperation): Promise<string[]> => {
    const faults: string[] = [];
    for (const check of IDEMPOTENCY_CHECKS) faults.push(...(await check.faults(subject)));
    return faults;
  };

  it('an operation that acts each time', async () => {
    const faults = await faultsOf(operation((_, act) => () => Promise.resolve(act())));
    expect(faults).toContain('64 effects instead of 1');
    expect(faults).toContain('copies answer differently');
    expect(faults).toContain('repeat 1 does not say that it is a replay');
  });

  it('a body that is compared as text instead of as a value', async () => {
    const texts = new Map<string, string>();
    const picky = operation((send) => (request) => {
      const known = texts.get(request.key ?? '') ?? request.body;
      texts.set(request.key ?? '', known);
      if (known === request.body) return send(request);
      return Promise.resolve(refused(422, 'IDEMPOTENCY_KEY_REUSED'));
    });
    expect(await faultsOf(picky)).toEqual([
      'repeat 2 answers 422 {"code":"IDEMPOTENCY_KEY_REUSED"}',
      'repeat 2 does not say that it is a replay',
    ]);
  });

  it('a replay that differs from the first answer', async () => {
    const dated = operation((send) => async (request) => {
      const answer = await send(request);
      return answer.replayed ? { ...answer, text: `${answer.text} ` } : answer;
    });
    expect(await faultsOf(dated)).toContainEqual(expect.stringMatching(/^repeat 1 answers 200/));
  });

  it('another refusal than the promised one, and a key that is too long', async () => {
    const lax = operation((send) => async ({ key, body }) => {
      const answer = await send(key === undefined ? { body } : { key: key.slice(0, 255), body });
      return answer.status === 422 ? { ...answer, status: 409 } : answer;
    });
    const faults = await faultsOf(lax);
    expect(faults).toContainEqual(expect.stringMatching(/instead of 422 IDEMPOTENCY_KEY_REUSED$/));
    expect(faults).toContain('a longer key answers 409');
  });
});
