import { fromPlain, type AnyEventDefinition } from '@towpath/contracts';
import { validate, type ValidationError } from 'class-validator';
import { UnreadableMessage, type CloudEvent } from '../cloud-event.js';
import type { RawMessage } from './raw-message.js';

/** The payload breaks the rules of its class. Names fields and rules, never values. */
export class InvalidPayload extends Error {
  override readonly name = 'InvalidPayload';
}

/**
 * The payload as a validated instance of the definition's class. Fields that the class does not
 * list are dropped: a newer producer may add some.
 */
export async function decodePayload(
  definition: AnyEventDefinition,
  event: CloudEvent,
  message: RawMessage,
): Promise<object> {
  const payload = fromPlain(definition.payload, parsePayload(message.value));
  const errors = await validate(payload, { whitelist: true, forbidUnknownValues: true });
  if (errors.length > 0) throw new InvalidPayload(errors.flatMap((e) => sentences(e)).join('; '));
  assertSameEvent(definition, { event, message, payload });
  return payload;
}

/** The payload as it came. Throws `UnreadableMessage` when it is not a JSON object. */
export function parsePayload(value: Buffer | null): object {
  if (!value) throw new UnreadableMessage('the message has no value');
  let parsed: unknown;
  try {
    parsed = JSON.parse(value.toString('utf8'));
  } catch {
    throw new UnreadableMessage('the value is not JSON');
  }
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  throw new UnreadableMessage('the value is not a JSON object');
}

/** Headers choose tenant and order, and the payload describes the event; both must agree. */
function assertSameEvent(
  definition: AnyEventDefinition,
  parts: { readonly event: CloudEvent; readonly message: RawMessage; readonly payload: object },
): void {
  const { event, message, payload } = parts;
  const key = definition.key(payload as never);
  if (key !== message.key || key !== event.subject) {
    throw new InvalidPayload('key, ce_subject and payload name different aggregates');
  }
  const { customer_app_id: app } = payload as { customer_app_id?: unknown };
  if (app !== event.customerAppId) {
    throw new InvalidPayload('customerappid and payload name different customer apps');
  }
}

function sentences({ property, constraints, children }: ValidationError): string[] {
  return [
    ...Object.values(constraints ?? {}),
    ...(children ?? []).flatMap((child) =>
      sentences(child).map((sentence) => `${property}.${sentence}`),
    ),
  ];
}
