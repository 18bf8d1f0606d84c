export interface Institution {
  institution_id: string;
  name: string;
  portal_name?: string | null;
  logo_url?: string | null;
  /** Background of its initials. */
  color?: string | null;
  user_type: string;
  /** The payer logs in on a page of the institution. */
  redirect: boolean;
}
