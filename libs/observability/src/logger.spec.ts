import { createLogger, markSensitive, requestContext, type Logger } from './index.js';

const planted = {
  bearer: 'Bearer abc.def-ghi_jkl',
  jwt: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  webhookSecret: `whsec_${'Mf/Q9+r8'.repeat(4)}`,
  card: '4242 4242 4242 4242',
  account: '012345678901',
  email: 'payer@example.test',
  otp: '998877',
};

function recorded(): { logger: Logger; lines: Record<string, unknown>[]; text: () => string } {
  const lines: Record<string, unknown>[] = [];
  const raw: string[] = [];
  const destination = {
    write(line: string) {
      raw.push(line);
      lines.push(JSON.parse(line) as Record<string, unknown>);
    },
  };
  return {
    logger: createLogger({ service: 'sample', level: 'trace', destination }),
    lines,
    text: () => raw.join('\n'),
  };
}

describe('createLogger', () => {
  it('writes one JSON line with service, level, time and message', () => {
    const { logger, lines } = recorded();
    logger.info({ payment_id: 'p1' }, 'captured');
    expect(lines[0]).toMatchObject({
      level: 'info',
      service: 'sample',
      message: 'captured',
      payment_id: 'p1',
    });
    expect(lines[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('adds the IDs of the running request, and none outside a request', () => {
    const { logger, lines } = recorded();
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    requestContext.run({ requestId: 'r1', customerAppId: 'app1', traceparent }, () => {
      logger.info('inside');
    });
    logger.info('outside');
    expect(lines[0]).toMatchObject({
      request_id: 'r1',
      customer_app_id: 'app1',
      trace_id: 'a'.repeat(32),
    });
    expect(lines[1]).not.toHaveProperty('request_id');
  });

  it('never lets a planted secret reach the log, wherever it hides', () => {
    const { logger, text } = recorded();
    const cause = new Error(`upstream said ${planted.jwt}`);
    logger.info({ headers: { Authorization: planted.bearer, cookie: planted.jwt } }, 'headers');
    logger.info(`called with ${planted.bearer} and ${planted.webhookSecret}`);
    logger.info({ body: { items: [{ account_number: planted.account, email: planted.email }] } });
    logger.info({ accountNumber: { number: planted.account } }, `card ${planted.card} refused`);
    logger.info({ url: `https://pages.test/hosted/pay?token=${planted.jwt}&x=1` }, 'opened');
    logger.info({ target: 'postgres://app:998877@db/x' }, 'connected');
    logger.error(new Error(`declined ${planted.card}`, { cause }));
    logger.error(Object.assign(new Error('x'), { client_secret: planted.jwt }), 'failed');
    logger.child({ access_token: planted.jwt }).info({ otp: planted.otp }, 'child');
    logger.info({
      map: new Map([['refresh_token', planted.jwt]]),
      set: new Set([planted.account]),
    });
    logger.info('spelled %s', planted.account);
    for (const [kind, secret] of Object.entries(planted)) {
      expect({ kind, leaked: text().includes(secret) }).toEqual({ kind, leaked: false });
    }
    expect(text()).not.toContain('abc.def-ghi_jkl');
  });

  it('hides members that a service marks as secret', () => {
    const { logger, text } = recorded();
    markSensitive('maiden-name');
    logger.info({ person: { maidenName: 'Quimby' } });
    expect(text()).not.toContain('Quimby');
    expect(text()).toContain('[redacted]');
  });

  it('keeps values that are not secret: IDs, amounts, error codes and stacks', () => {
    const { logger, lines } = recorded();
    const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    logger.error({ error, amount: 1234567890123, id: '01JZZZZZZZZZZZZZZZZZZZZZZZ' }, 'call failed');
    expect(lines[0]).toMatchObject({
      amount: 1234567890123,
      id: '01JZZZZZZZZZZZZZZZZZZZZZZZ',
      error: { type: 'Error', code: 'ECONNREFUSED', message: 'refused' },
    });
  });

  it('writes cyclic and very deep values', () => {
    const { logger, lines } = recorded();
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    logger.info({ loop });
    expect(lines[0]).toMatchObject({ loop: { name: 'loop', self: '[omitted]' } });
  });
});
