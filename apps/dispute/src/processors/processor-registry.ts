import type { AppType, DisputeProcessor } from './ports.js';

/** All processors. Test apps reach simulated ones only, live apps none of those. */
export class ProcessorRegistry {
  private readonly processors: ReadonlyMap<string, DisputeProcessor>;

  constructor(processors: readonly DisputeProcessor[]) {
    this.processors = new Map(processors.map((each) => [keyOf(each), each]));
    if (this.processors.size !== processors.length) throw new Error('two processors have one name');
  }

  get(key: { readonly appType: AppType; readonly integrationId: string }): DisputeProcessor | null {
    return this.processors.get(keyOf(key)) ?? null;
  }

  of(appType: AppType): readonly DisputeProcessor[] {
    return [...this.processors.values()].filter((each) => each.appType === appType);
  }

  /** Those that a path may mean, as processors write it: `gw1` is `GW1`. */
  named(pathSegment: string): readonly DisputeProcessor[] {
    return [...this.processors.values()].filter(
      ({ integrationId }) => integrationId.toLowerCase() === pathSegment.toLowerCase(),
    );
  }
}

function keyOf({ appType, integrationId }: { appType: AppType; integrationId: string }): string {
  return `${appType} ${integrationId}`;
}
