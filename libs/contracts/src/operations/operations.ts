import { accountDataOperations } from './account-data.operations.js';
import { authOperations } from './auth.operations.js';
import { linkOperations } from './link.operations.js';
import { mandateOperations } from './mandate.operations.js';
import type { Operation } from './operation.js';
import { createMatcher, type OperationMatch, type OperationRequest } from './match-operation.js';
import { paymentLinkOperations } from './payment-link.operations.js';
import { paymentUserOperations } from './payment-user.operations.js';
import { paymentOperations } from './payment.operations.js';
import { testingOperations } from './testing.operations.js';
import { webhookOperations } from './webhook.operations.js';

/** Every operation of the public interface. */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...linkOperations,
  ...accountDataOperations,
  ...paymentUserOperations,
  ...mandateOperations,
  ...paymentLinkOperations,
  ...paymentOperations,
  ...webhookOperations,
  ...testingOperations,
];

const byId = new Map(operations.map((operation) => [operation.id, operation]));

/** Throws when there is no operation with this ID. */
export function operationById(id: string): Operation {
  const operation = byId.get(id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}

/**
 * The operation of a request and its path parameters, or undefined. `path` is the raw path without
 * query; a literal segment wins over a parameter.
 */
export const matchOperation: (request: OperationRequest) => OperationMatch | undefined =
  createMatcher(operations);
