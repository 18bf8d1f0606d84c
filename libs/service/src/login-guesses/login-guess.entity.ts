import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const key = () => ({ primaryKeyConstraintName: 'login_guesses_pkey' });

/** Logins that were wrong, or whose outcome is not known yet: one row for each limit. */
@Entity('login_guesses')
@Index('login_guesses_limit', ['limited_by', 'made_at'])
@Index('login_guesses_made_at', ['made_at'])
export class LoginGuessEntity {
  @PrimaryColumn('text', key()) customer_app_id: string;
  @PrimaryColumn('text', key()) guess_id: string;
  /** Keyed hash of the page's session, the address, the login, the user or the app. */
  @PrimaryColumn('text', key()) limited_by: string;
  /** Real time. */
  @Column('timestamptz') made_at: Date;
}
