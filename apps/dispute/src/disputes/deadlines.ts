import { plusMs } from '@towpath/kernel';
import type { DisputeSnapshot } from './dispute.table.js';

/** Days before the deadline on which the customer app is reminded. */
const REMINDERS_DAYS = [7, 3, 1] as const;
const DAY_MS = 86_400_000;

type DueStep = { readonly step: 'LAPSE' } | { readonly step: 'REMIND'; readonly daysLeft: number };

/** The step that the deadline requires at this instant of the app's clock; null for none. */
export function dueStep(dispute: DisputeSnapshot, now: Date): DueStep | null {
  const deadline = deadlineOf(dispute);
  if (!deadline) return null;
  if (now >= deadline) return { step: 'LAPSE' };
  const reached = REMINDERS_DAYS.filter((days) => now >= daysBefore(deadline, days));
  const daysLeft = reached.at(-1);
  const isNew = daysLeft !== undefined && daysLeft < (dispute.remindedDays ?? Infinity);
  return isNew ? { step: 'REMIND', daysLeft } : null;
}

/** When the deadline next asks for something; null while the dispute has none ahead. */
export function nextDueAt(dispute: Omit<DisputeSnapshot, 'dueAt'>): Date | null {
  const deadline = deadlineOf(dispute);
  if (!deadline) return null;
  const instants = REMINDERS_DAYS.map((days) => daysBefore(deadline, days));
  return [...instants, deadline].find((instant) => instant > dispute.updatedAt) ?? deadline;
}

function deadlineOf({ status, report }: Pick<DisputeSnapshot, 'status' | 'report'>): Date | null {
  return status === 'ACTION_REQUIRED' ? report.defensePeriodDeadline : null;
}

function daysBefore(deadline: Date, days: number): Date {
  return plusMs(deadline, -days * DAY_MS);
}
