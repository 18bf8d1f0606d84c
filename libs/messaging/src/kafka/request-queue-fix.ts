import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

let fixed = false;

/**
 * KafkaJS 2.2.4 looks after waiting requests by a timer that starts itself again at once even when
 * none waits: each connection wakes an idle process a thousand times a second, and Node warns of a
 * negative timeout. With this the timer runs only while a request waits, as it was meant to.
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
