/** @takes 30 s */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const DOCUMENT = resolve('docs/generated/openapi/openapi.json');
const LIMIT_MS = 600_000;
/** Reads the answer of a list with a body of each kind that matters: a union, money, an enum. */
const USE = `
from client.api.payments import list_payments
from client.models import PaymentWebhookBody, WebhookEventResponse
body = {
    'event_type': 'PAYMENT_EXECUTED', 'event_time': '2026-03-02T08:15:30.250Z', 'sequence': 1,
    'event_id': '01JQ0000000000000000000EVT', 'customer_app_id': '01JQ0000000000000000000APP',
    'payment_id': '01JQ0000000000000000000PAY', 'external_user_id': 'c', 'metadata': {},
    'user_id': '01JQ000000000000000000VSER',
}
event = WebhookEventResponse.from_dict({
    'event_id': body['event_id'], 'event_type': body['event_type'], 'event_time': body['event_time'],
    'resource_id': body['payment_id'], 'sequence': 1, 'created_at': body['event_time'],
    'body': body, 'deliveries': [],
})
assert isinstance(event.body, PaymentWebhookBody), type(event.body)
assert callable(list_payments.sync)
`;

it(
  'openapi-python-client makes a Python client that reads a webhook as what it is',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'towpath-python-'));
    const [generator = ''] = execFileSync('sh', ['-c', 'command -v openapi-python-client'], {
      encoding: 'utf8',
    }).split('\n');
    try {
      const options = [
        '--path',
        DOCUMENT,
        '--output-path',
        join(folder, 'client'),
        '--meta',
        'none',
      ];
      execFileSync(generator, ['generate', ...options], { stdio: 'pipe' });
      execFileSync(resolve(generator, '../python'), ['-c', USE], { cwd: folder, stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
