/** The package publishes this file without types. */
declare module 'class-transformer/cjs/storage.js' {
  import type { TransformationType } from 'class-transformer';

  export const defaultMetadataStorage: {
    findTypeMetadata(
      target: object,
      property: string,
    ): { readonly typeFunction: () => unknown } | undefined;
    findTransformMetadatas(
      target: object,
      property: string,
      transformation: TransformationType,
    ): readonly { readonly transformFn: (params: never) => unknown }[];
  };
}
