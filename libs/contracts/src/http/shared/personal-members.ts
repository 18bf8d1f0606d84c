/** Members that identify a person in answers. The erasure of the person removes them. */
export const PERSONAL_MEMBERS = {
  /** Beside the `user_id`. */
  members: ['name', 'email', 'user_details'],
  /** Of an account with the `account_type` EXTERNAL_ACCOUNT. */
  accountMembers: ['accountholder_name', 'account_number', 'account_number_masked', 'metadata'],
} as const;
