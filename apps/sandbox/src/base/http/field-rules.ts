import { isCurrency } from '@towpath/kernel';
import { ValidateBy } from 'class-validator';

/** Options of `IsUrl`: local addresses are as good as any here. */
export const HTTP_URL = {
  require_tld: false,
  require_protocol: true,
  protocols: ['http', 'https'],
};

export const IsCurrency = () =>
  ValidateBy({
    name: 'isCurrency',
    validator: {
      validate: isCurrency,
      defaultMessage: () => '$property must be an ISO 4217 currency code',
    },
  });
