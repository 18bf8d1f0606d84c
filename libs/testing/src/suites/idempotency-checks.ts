import { randomUUID } from 'node:crypto';
import type { SuiteCheck } from './suite-check.js';

export interface IdempotentRequest {
  /** Idempotency key; none when absent. */
  readonly key?: string;
  /** The body, as text, as it goes over the wire. */
  readonly body: string;
}

export interface IdempotentAnswer {
  readonly status: number;
  /** The body as it came, byte for byte. */
  readonly text: string;
  /** The answer says that it is a stored one. */
  readonly replayed: boolean;
}

/** An operation that takes an idempotency key, as its caller sees it. */
export interface IdempotentOperation {
  /** True when the operation refuses to work without a key. */
  readonly required: boolean;
  send(request: IdempotentRequest): Promise<IdempotentAnswer>;
  /** A new valid body each time, with at least two members. */
  body(): Readonly<Record<string, unknown>>;
  /** Number of effects of the operation so far, for any body. */
  effects(): Promise<number>;
}

const COPIES = 64;
const LONGEST_KEY = 255;

export const IDEMPOTENCY_CHECKS: readonly SuiteCheck<IdempotentOperation>[] = [
  {
    name: 'gives the stored answer, byte for byte, to the same key and body',
    faults: (operation) =>
      effectsOf(operation, 1, async () => {
        const key = randomUUID();
        const body = operation.body();
        const turned = Object.fromEntries(Object.entries(body).toReversed());
        const first = await operation.send({ key, body: JSON.stringify(body) });
        const second = await operation.send({ key, body: JSON.stringify(body) });
        const third = await operation.send({ key, body: JSON.stringify(turned, null, 2) });
        return [
          ...(first.status < 300 ? [] : [`the first answers ${first.status} ${first.text}`]),
          ...(first.replayed ? ['the first answer says that it is a replay'] : []),
          ...[second, third].flatMap((again, index) => [
            ...(again.status === first.status && again.text === first.text
              ? []
              : [`repeat ${index + 1} answers ${again.status} ${again.text}`]),
            ...(again.replayed ? [] : [`repeat ${index + 1} does not say that it is a replay`]),
          ]),
        ];
      }),
  },
  {
    name: 'refuses the same key with another body',
    faults: (operation) =>
      effectsOf(operation, 1, async () => {
        const key = randomUUID();
        await operation.send({ key, body: JSON.stringify(operation.body()) });
        const other = await operation.send({ key, body: JSON.stringify(operation.body()) });
        return refusal(other, { status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
      }),
  },
  {
    name: `takes effect once for ${COPIES} copies at the same time`,
    faults: (operation) =>
      effectsOf(operation, 1, async () => {
        const request = { key: randomUUID(), body: JSON.stringify(operation.body()) };
        const answers = await Promise.all(
          Array.from({ length: COPIES }, () => operation.send(request)),
        );
        const done = answers.filter(({ status }) => status < 300);
        const odd = answers.filter(({ status }) => status >= 300 && status !== 409);
        return [
          ...(done.length > 0 ? [] : ['no copy succeeds']),
          ...(new Set(done.map(({ text }) => text)).size > 1 ? ['copies answer differently'] : []),
          ...odd.map(({ status, text }) => `a copy answers ${status} ${text}`),
        ];
      }),
  },
  {
    name: 'takes keys up to their longest, and none beyond',
    faults: (operation) =>
      effectsOf(operation, 1, async () => {
        const key = randomUUID().padEnd(LONGEST_KEY, 'k');
        const longest = await operation.send({ key, body: JSON.stringify(operation.body()) });
        const body = JSON.stringify(operation.body());
        const longer = await operation.send({ key: `${key}k`, body });
        return [
          ...(longest.status < 300 ? [] : [`the longest key answers ${longest.status}`]),
          ...(longer.status === 400 ? [] : [`a longer key answers ${longer.status}`]),
        ];
      }),
  },
  {
    name: 'does without a key only where none is required',
    faults: (operation) =>
      effectsOf(operation, operation.required ? 0 : 1, async () => {
        const answer = await operation.send({ body: JSON.stringify(operation.body()) });
        if (operation.required) {
          return refusal(answer, { status: 400, code: 'IDEMPOTENCY_KEY_REQUIRED' });
        }
        return answer.status < 300 ? [] : [`without a key it answers ${answer.status}`];
      }),
  },
];

async function effectsOf(
  operation: IdempotentOperation,
  expected: number,
  work: () => Promise<readonly string[]>,
): Promise<string[]> {
  const before = await operation.effects();
  const faults = await work();
  const effects = (await operation.effects()) - before;
  return [
    ...faults,
    ...(effects === expected ? [] : [`${effects} effects instead of ${expected}`]),
  ];
}

function refusal(
  { status, text }: IdempotentAnswer,
  expected: { readonly status: number; readonly code: string },
): string[] {
  if (status === expected.status && text.includes(`"${expected.code}"`)) return [];
  return [`answers ${status} ${text} instead of ${expected.status} ${expected.code}`];
}
