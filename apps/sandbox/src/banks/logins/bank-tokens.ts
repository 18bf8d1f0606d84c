import { createHmac, timingSafeEqual } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { SandboxConfig } from '../../sandbox.config.js';

/** A login that waits for an answer. */
export interface PendingLogin {
  readonly kind: 'pending';
  readonly userId: string;
  readonly institutionId: string;
  readonly stage: 'DEVICE_SELECTION' | 'MOBILE_OTP';
}

/** A login that was accepted; it holds until its consent is ended. */
export interface BankSession {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly userId: string;
  readonly institutionId: string;
  readonly customerAppId: string;
}

/** Tokens of the bank: readable text with a signature, so that nothing is stored. */
@Injectable()
export class BankTokens {
  constructor(private readonly config: SandboxConfig) {}

  write(content: PendingLogin | BankSession): string {
    const body = Buffer.from(JSON.stringify(content)).toString('base64url');
    return `${body}.${this.sign(body).toString('base64url')}`;
  }

  /** Throws a refusal for text that this bank did not write. */
  read<T extends PendingLogin | BankSession>(kind: T['kind'], text: string): T {
    const [body = '', signature = ''] = text.split('.');
    const given = Buffer.from(signature, 'base64url');
    const expected = this.sign(body);
    if (given.length === expected.length && timingSafeEqual(given, expected)) {
      const content = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as T;
      if (content.kind === kind) return content;
    }
    throw new GatewayRefusal('unknown_token', 'This bank did not write that token.');
  }

  private sign(body: string): Buffer {
    return createHmac('sha256', this.config.gatewaySecret).update(`bank ${body}`).digest();
  }
}
