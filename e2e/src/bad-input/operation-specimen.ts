import type { ContractClass } from '@towpath/contracts';
import type { ErrorCode } from '@towpath/kernel';
import type { World } from './world.js';

/** What the tables need to know of an operation beside what the contracts say. */
export interface Specimen {
  /** Class of its query. */
  readonly query?: ContractClass;
  readonly body?: {
    readonly type: ContractClass;
    /** A request that uses every member. */
    readonly valid: (world: World) => object;
    /** For members that another kind of request has; by their first name. */
    readonly variants?: Readonly<Record<string, (world: World) => object>>;
    /** All of the body may be missing, or null. */
    readonly optional?: boolean;
    /** Nothing is required of it: an empty body changes nothing. */
    readonly mayBeEmpty?: boolean;
    /** Members that must name something that exists: their limits say little. */
    readonly names?: readonly string[];
  };
  /** A body that no class describes. */
  readonly raw?: { readonly body: string; readonly type: string };
  /** Nothing is answered without parameters: it is no list. */
  readonly needsQuery?: boolean;
  /** Sent unless a test sends another one. */
  readonly usualQuery?: string;
  /** How it refuses an ID that it does not know. */
  readonly unknownId?: ErrorCode;
  /** An ID of its own, for an operation that ends what others use. */
  readonly ownId?: (world: World) => string;
  /** How it may refuse a member beside INVALID_REQUEST. */
  readonly refusals?: Readonly<Record<string, ErrorCode>>;
}
