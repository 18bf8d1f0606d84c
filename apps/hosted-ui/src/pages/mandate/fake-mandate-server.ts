import { FakeAddressBar, FakeSlot, ManualTimers } from '../../shared/fakes.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { MandateApi } from './api/mandate-api.js';
import type { MandateView } from './api/mandate-view.js';
import type { PublicKey } from '../../shared/crypto/seal.js';
import { aMandate } from './fakes.js';
import { LinkAccess } from '../../shared/session/page-access.js';
import { MandateFlow } from './flow/mandate-flow.js';
import { PageSessions } from '../../shared/session/page-sessions.js';

type Answer = Response | 'no_answer';
type Responder = () => Answer | Promise<Answer>;

export const refusal = (status: number, error_code: string) =>
  Response.json({ error: { error_code } }, { status });

let publicKey: PublicKey | null = null;

async function aKey(): Promise<PublicKey> {
  if (publicKey) return publicKey;
  const rsa = { name: 'RSA-OAEP', hash: 'SHA-256', modulusLength: 2048 };
  const pair = await crypto.subtle.generateKey(
    { ...rsa, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  );
  const { n = '', e = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  publicKey = { kty: 'RSA', kid: 'key-1', n, e };
  return publicKey;
}

/** The flow on an address, a tab and a server of a test's own. */
export class FakeMandateServer {
  mandate: MandateView = aMandate();
  readonly calls: string[] = [];
  readonly timers = new ManualTimers();
  readonly slot = new FakeSlot();
  /** What an operation answers in place of success. */
  readonly answers = new Map<string, Responder>();
  nowMs = 0;

  open(href = 'https://pages.example/hosted/mandate?token=app.session.proof') {
    const address = new FakeAddressBar(href);
    const api = new MandateApi((input, init) => this.respond(String(input), init));
    const sessions = new PageSessions(this.slot);
    const { timers } = this;
    const nowMs = () => this.nowMs;
    const access = new LinkAccess({ api, sessions, address, timers, nowMs, opensOnce: true });
    const cameFromBank = takeBankReturn(address);
    const flow = new MandateFlow({ api, access, sessions, timers, cameFromBank });
    return { flow, address };
  }

  private async respond(path: string, init?: RequestInit): Promise<Response> {
    const operation = `${init?.method ?? 'GET'} ${path.split('?')[0]}`;
    this.calls.push(operation);
    const answer = (await this.answers.get(operation)?.()) ?? (await this.success(operation));
    if (answer === 'no_answer') throw new TypeError('the connection broke');
    return answer;
  }

  private async success(operation: string): Promise<Response> {
    switch (operation) {
      case 'POST /mandates/hosted/session':
      case 'POST /mandates/hosted/session/extend':
        return Response.json({ access_token: 'access-1', token_type: 'Bearer', expires_in: 1_800 });
      case 'GET /mandates/hosted/view':
        return Response.json(this.mandate);
      case 'GET /mandates/hosted/institutions':
        return Response.json({ institutions: [] });
      case 'GET /payments/jwks':
        return Response.json({ keys: [await aKey()] });
      default:
        return Response.json({});
    }
  }
}
