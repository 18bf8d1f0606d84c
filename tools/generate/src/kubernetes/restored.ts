import {
  CONTAINER_SECURITY,
  labelsOf,
  metadata,
  POD_SECURITY,
  restoredOf,
  serverSecrets,
  type Resource,
} from './workload.js';
import { IMAGE, SECRETS_FOLDER } from './platform.js';

/** The guide of a restore replaces it; the program refuses it. */
export const INSTANT = 'INSTANT';
/** It is suspended, and there is no such day either. */
const NEVER = '0 0 30 2 *';

/** What a restore runs for a service: never by itself, only by `kubectl create job --from`. */
export function restoredJob(name: string): Resource {
  const part = restoredOf(name);
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: metadata(part),
    spec: {
      schedule: NEVER,
      suspend: true,
      jobTemplate: {
        metadata: { labels: labelsOf(part) },
        spec: {
          backoffLimit: 3,
          template: {
            metadata: { labels: labelsOf(part) },
            spec: {
              serviceAccountName: part.name,
              automountServiceAccountToken: false,
              enableServiceLinks: false,
              restartPolicy: 'Never',
              securityContext: POD_SECURITY,
              containers: [
                {
                  name: 'restored',
                  image: IMAGE,
                  args: ['tools/deploy/dist/restored.js', '--to', INSTANT],
                  envFrom: ['shared-config', `${name}-config`].map((map) => ({
                    configMapRef: { name: map },
                  })),
                  resources: {
                    requests: { cpu: '100m', memory: '256Mi' },
                    limits: { cpu: '1', memory: '256Mi' },
                  },
                  securityContext: CONTAINER_SECURITY,
                  volumeMounts: [{ name: 'secrets', mountPath: SECRETS_FOLDER, readOnly: true }],
                },
              ],
              volumes: [
                {
                  name: 'secrets',
                  projected: { defaultMode: 0o440, sources: serverSecrets(name) },
                },
              ],
            },
          },
        },
      },
    },
  };
}
