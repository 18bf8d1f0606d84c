import { Arguments } from './arguments.js';
import { KeysOfServices } from './commands.js';

describe('keys of other services', () => {
  const keysWith = (...answers: readonly object[]) => {
    const asked: unknown[] = [];
    const call = (...question: unknown[]) => {
      asked.push(question);
      return Promise.resolve((answers[asked.length - 1] ?? {}) as never);
    };
    return { keys: new KeysOfServices({ call }), asked };
  };

  it.each([
    ['checklist', 'mandate', '/internal/checklist_keys'],
    ['link', 'account-data', '/internal/link_keys'],
  ] as const)(
    'of the kind %s are rotated and distrusted by the service that owns them',
    async (...row) => {
      const [kind, service, path] = row;
      const { keys, asked } = keysWith();
      const args = Arguments.parse([`${kind}-key`, 'distrust', '--reason', 'leaked', '--', '-kid']);
      await keys.rotate(kind);
      await keys.distrust(kind, args, 'ann');
      expect(asked).toEqual([
        [service, { method: 'POST', path: `${path}/rotate` }],
        [
          service,
          {
            method: 'POST',
            path: `${path}/distrust`,
            body: { key_id: '-kid', actor: 'ann', reason: 'leaked' },
            idempotent: true,
          },
        ],
      ]);
    },
  );

  it('are wrapped again by repeated calls until each service has none left', async () => {
    const { keys, asked } = keysWith(
      { rewrapped: 1_000, done: false },
      { rewrapped: 7, done: true },
      { rewrapped: 5, done: true },
      { rewrapped: 0, done: true },
      { rewrapped: 3, done: true },
    );
    expect(await keys.rewrap()).toEqual({
      rewrapped: { 'account-data': 1_007, dispute: 5, mandate: 0, 'payment-link': 3 },
    });
    expect(asked).toHaveLength(5);
  });
});
