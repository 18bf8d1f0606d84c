import type { Project } from './projects.mjs';
export const CONSTRAINTS: Record<string, string[]>;
export function mayImport(from: Project, to: Project, inTest?: boolean): boolean;
