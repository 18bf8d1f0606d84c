import type { EnvelopeVariant } from '../errors/envelope.js';
import type { Scope } from '../scopes.js';
import type { ServiceName } from '../service-names.js';
import type { TokenUse } from '../token.js';
import type { OperationArea } from './areas.js';

export type OperationMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One operation of the public interface: its route, its service, its permitted callers. */
export interface Operation {
  readonly id: string;
  readonly method: OperationMethod;
  /** With parameters in braces: `/payments/{paymentId}`. */
  readonly path: string;
  /** The service that answers; the gateway forwards all operations of other services. */
  readonly service: ServiceName;
  /** Kinds of token whose sessions another service keeps: it answers them in its place. */
  readonly answeredBy?: Partial<Readonly<Record<TokenUse, ServiceName>>>;
  /** Heading in the documentation. */
  readonly area: OperationArea;
  /** Kinds of token that it takes; `public`: none, and one that is sent is ignored. */
  readonly kinds: readonly TokenUse[] | 'public';
  /** The required scope; null if the kind of the token suffices. */
  readonly scope: Scope | null;
  readonly envelope: EnvelopeVariant;
  /** Refused for live apps with `NOT_A_TEST_APP`. */
  readonly testOnly?: boolean;
  /** Whether the Idempotency-Key header is read; ignored when absent. */
  readonly idempotency?: 'optional' | 'required';
  readonly deprecated?: boolean;
  /** The answer may take longer than any deadline: only its beginning has one. */
  readonly streams?: boolean;
  /** False: answers 501 for now. */
  readonly built: boolean;
  readonly summary: string;
  /** Most bytes of a body; 1 MiB when absent. */
  readonly bodyLimitBytes?: number;
  /** Most concurrent requests of each gateway; unlimited if absent. */
  readonly mostAtOnce?: number;
  /** HTTP statuses particular to it; 401, 403, 429, 500 and 503 are possible everywhere. */
  readonly statuses: readonly number[];
}

/** The service that answers callers with this kind of token. */
export function answeringService(
  { service, answeredBy }: Pick<Operation, 'service' | 'answeredBy'>,
  tokenUse: TokenUse | undefined,
): ServiceName {
  return (tokenUse && answeredBy?.[tokenUse]) ?? service;
}

type Shared = Pick<Operation, 'service' | 'area' | 'kinds' | 'envelope'>;

export interface OperationEntry
  extends
    Partial<Shared>,
    Pick<Operation, 'id' | 'summary'>,
    Partial<
      Pick<
        Operation,
        | 'answeredBy'
        | 'scope'
        | 'testOnly'
        | 'idempotency'
        | 'deprecated'
        | 'streams'
        | 'built'
        | 'bodyLimitBytes'
        | 'mostAtOnce'
        | 'statuses'
      >
    > {
  /** Method and path: `GET /payments/{paymentId}`. */
  readonly route: `${OperationMethod} /${string}`;
}

/** Operations of one area; an entry contains only what differs from the defaults. */
export function defineOperations(
  shared: Shared,
  entries: readonly OperationEntry[],
): readonly Operation[] {
  return entries.map(({ route, ...entry }) => {
    const [method, path] = route.split(' ') as [OperationMethod, string];
    return {
      ...shared,
      scope: null,
      built: true,
      statuses: [200, 400, 401, 500],
      method,
      path,
      ...entry,
    };
  });
}
