import {
  OPERATOR_OPERATIONS,
  type ActionPreview,
  type OperatorClaim,
  type OperatorOperationId,
  type PerformActionRequest,
  type PerformActionResponse,
  type PreviewActionRequest,
} from '@towpath/contracts/operator';
import { newId } from '@towpath/kernel';
import type { AccessTokenClaims, ServiceName } from '@towpath/contracts';
import { operatorClaims, type SignedClaims } from './fake-gateway.js';

interface At {
  readonly service: ServiceName;
  readonly internalUrl: string;
  /** Signs as the gateway whose keys the service trusts. */
  readonly gateway: { sign(claims: SignedClaims): Promise<string> };
}

export interface Asked {
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Other claims of the token than the gateway would sign. */
  readonly claims?: Partial<AccessTokenClaims>;
  /** What a stranger makes of the token. */
  readonly tampered?: (token: string) => string;
}

interface Refusal {
  readonly error: { readonly error_code: string; readonly details: string };
}

/** An operator whose gateway asks a service. */
export class OperatorAt {
  constructor(
    private readonly at: At,
    private readonly claim: Partial<OperatorClaim> = {},
  ) {}

  /** The answer to the operation, with the token that the gateway would sign for it. */
  async ask<T>(
    id: OperatorOperationId,
    { path = {}, query = {}, body, claims, tampered = (token) => token }: Asked = {},
  ): Promise<{ readonly status: number; readonly body: T & Refusal }> {
    const { service, internalUrl, gateway } = this.at;
    const operation = OPERATOR_OPERATIONS[id];
    const { purpose, method } = operation;
    const usual = operatorClaims(service, { purpose, ...this.claim });
    const token = tampered(await gateway.sign({ ...usual, ...claims }));
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(path[name] ?? ''),
    );
    const answer = await fetch(`${internalUrl}${filled}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as T & Refusal };
  }
  preview(request: PreviewActionRequest) {
    return this.ask<ActionPreview>('previewAction', { body: request });
  }

  /** Confirms what a preview shows now; `confirmed` replaces what the page would send. */
  async act(request: PreviewActionRequest, confirmed: Partial<PerformActionRequest> = {}) {
    const shown: Partial<ActionPreview> = confirmed.seen ? {} : (await this.preview(request)).body;
    const seen = shown.seen ?? '-';
    const usual = { action_id: newId(new Date()), reason: 'ticket 4711', seen };
    const body = { ...request, ...usual, ...confirmed };
    return this.ask<PerformActionResponse>('performAction', { body });
  }
}
