/** An endpoint that may have something to send. */
export interface Contender {
  readonly endpointId: string;
  readonly customerAppId: string;
  /** Share of the customer app against the others. */
  readonly weight: number;
  /** Most that it may be given now. */
  readonly room: number;
}

/**
 * Distributes `slots` in turns: to customer apps by weight, within an app to endpoints equally, to
 * none beyond its room. Unused slots go to others. The order of the contenders decides who is
 * first, so a caller that rotates it favours none.
 */
export function fairShares(
  contenders: readonly Contender[],
  slots: number,
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const apps = queuesByApp(contenders);
  let left = slots;
  while (left > 0 && apps.length > 0) {
    for (const app of apps) {
      for (let turn = 0; turn < app.weight && left > 0 && app.queue.length > 0; turn += 1) {
        const next = app.queue.shift();
        if (!next) break;
        shares.set(next.endpointId, (shares.get(next.endpointId) ?? 0) + 1);
        left -= 1;
        if (next.room > 1) app.queue.push({ ...next, room: next.room - 1 });
      }
    }
    removeEmpty(apps);
  }
  return shares;
}

interface AppQueue {
  readonly weight: number;
  readonly queue: { readonly endpointId: string; readonly room: number }[];
}

function queuesByApp(contenders: readonly Contender[]): AppQueue[] {
  const apps = new Map<string, AppQueue>();
  for (const { customerAppId, weight, endpointId, room } of contenders) {
    if (room < 1) continue;
    const app = apps.get(customerAppId) ?? { weight, queue: [] };
    apps.set(customerAppId, app);
    app.queue.push({ endpointId, room });
  }
  return [...apps.values()];
}

function removeEmpty(apps: AppQueue[]): void {
  for (let index = apps.length - 1; index >= 0; index -= 1) {
    if (apps[index]?.queue.length === 0) apps.splice(index, 1);
  }
}
