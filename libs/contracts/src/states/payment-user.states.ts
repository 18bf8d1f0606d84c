export const USER_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const SENDER_DETAIL_TYPES = [
  'HK_ID',
  'PASSPORT',
  'HK_BUSINESS_REGISTRATION',
  'HK_CERTIFICATE_OF_INCORPORATION',
  'ACCOUNTHOLDER_NAME',
] as const;
export type SenderDetailType = (typeof SENDER_DETAIL_TYPES)[number];
