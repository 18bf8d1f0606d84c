/** The version of the product, of its interface and of its image. package.json has the same. */
export const VERSION = '0.1.0';
