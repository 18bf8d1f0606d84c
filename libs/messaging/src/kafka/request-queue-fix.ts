import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

let fixed = false;

/**
 * KafkaJS 2.2.4 checks waiting requests by a timer that restarts at once even if none waits. Each
 * connection then wakes an idle process a thousand times a second, and Node warns of a negative
 * timeout. This fix runs the timer only while a request waits.
 */
export function fixRequestQueue(): void {
  if (fixed) return;
  fixed = true;
  const load = createRequire(import.meta.url);
  const { prototype } = load('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleWhenNeeded(this: RequestQueue): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}
